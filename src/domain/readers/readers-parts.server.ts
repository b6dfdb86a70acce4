import type { Site } from '#domain/site/site.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log.server.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';

/** What the commands about readers work with. */
export interface ReadersParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly rateLimit: RateLimit;
  readonly site: Site;
  /** Seals the links: `readersKey`. */
  readonly key: string;
  /** Of the newsletter, for the hash of an address that is not to be added again: `newsletterKey`. */
  readonly newsletterKey: string;
}
