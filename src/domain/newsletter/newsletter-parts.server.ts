import type { Site } from '#domain/site/site.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { DirectMail } from '#platform/mail/direct.server.ts';
import type { Log } from '#platform/log.server.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';

/** What the capabilities of the newsletter work with. */
export interface NewsletterParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly rateLimit: RateLimit;
  readonly site: Site;
  /** By which issues are sent; everything else goes through the outbox. */
  readonly mail: DirectMail;
  /** Signs the links of the mails: `newsletterKey`. */
  readonly key: string;
}
