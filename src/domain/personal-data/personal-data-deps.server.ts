import type { CurrentSite } from '#domain/site/site.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { Log } from '#platform/log.server.ts';
import type { DeliverableAddresses } from '#platform/mail/deliverable-address.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';

/** Dependencies of the personal data commands. */
export interface PersonalDataDeps extends CommandDeps {
  readonly log: Log;
  readonly rateLimit: RateLimit;
  readonly site: CurrentSite;
  readonly addresses: DeliverableAddresses;
  /** The `readersKey`, which encrypts the link tokens. */
  readonly key: string;
  /** The `newsletterKey`, for the hashes of suppressed addresses. */
  readonly newsletterKey: string;
}
