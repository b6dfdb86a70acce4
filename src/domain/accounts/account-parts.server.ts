import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log.server.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import type { Auth } from './auth.server.ts';
import type { FamiliarNetworks } from './familiar-networks.server.ts';
import type { Hashing } from './hashing.server.ts';

/** What the commands of accounts work with. */
export interface AccountParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly rateLimit: RateLimit;
  readonly familiar: FamiliarNetworks;
  readonly hashing: Hashing;
  /** Loads what opens sessions and checks tokens; most processes of a publication never need it. */
  readonly auth: () => Promise<Auth>;
  /** Signs refresh tokens. */
  readonly secret: string;
  readonly siteName: string;
  /** Where the links of mails lead, without a trailing slash. */
  readonly publicUrl: string;
}
