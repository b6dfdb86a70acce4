import type { CurrentSite } from '#domain/site/site.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { DeliverableAddresses } from '#platform/mail/deliverable-address.ts';
import type { DirectMail } from '#platform/mail/direct.server.ts';
import type { Log } from '#platform/log.server.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';

/** Dependencies of the newsletter commands and jobs. */
export interface NewsletterDeps extends CommandDeps {
  readonly log: Log;
  readonly rateLimit: RateLimit;
  readonly site: CurrentSite;
  /** Sends issues directly. All other emails go through the outbox. */
  readonly mail: DirectMail;
  readonly addresses: DeliverableAddresses;
  /** The `newsletterKey`, which signs the links in emails. */
  readonly key: string;
}
