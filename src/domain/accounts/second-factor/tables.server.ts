import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { timestampMs } from '#platform/db/columns.server.ts';
import { user } from '../tables.server.ts';

/** The authenticator app of an account (TOTP, RFC 6238). */
export const secondFactors = pgTable('second_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  /** The shared secret, encrypted with a key of `secrets.json`. */
  secret: text('secret').notNull(),
  /** The time step of the last accepted code, so that no code works twice. Null before the first one. */
  lastStep: integer('last_step'),
  createdAt: timestampMs('created_at').notNull().defaultNow(),
  /** Null until a first code has shown that the app has the secret. */
  enabledAt: timestampMs('enabled_at'),
});

/** Unused recovery codes of accounts with a second factor. A code that is used is deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** A keyed hash of the code. */
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
);
