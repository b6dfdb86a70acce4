import type { Clock } from './clock.ts';
import type { Database } from './db/database.ts';

/** What nearly every command and job needs. */
export interface CommandDeps {
  readonly database: Database;
  readonly clock: Clock;
}
