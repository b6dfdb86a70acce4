import type { CurrentSite } from '#domain/site/site.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { DirectMail } from '#platform/mail/direct.server.ts';
import type { Log } from '#platform/log.server.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';

/** Dependencies of the newsletter commands and jobs. */
export interface NewsletterDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly rateLimit: RateLimit;
  readonly site: CurrentSite;
  /** Sends issues directly. All other emails go through the outbox. */
  readonly mail: DirectMail;
  /** The `newsletterKey`, which signs the links in emails. */
  readonly key: string;
}
