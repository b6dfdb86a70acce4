import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestampMs } from '#platform/db/columns.server.ts';
import { user } from '../tables.server.ts';

/** The passkeys of accounts: credentials of WebAuthn, of which the site has the public key. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Chosen by the authenticator, in base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** A COSE key in base64url. */
    publicKey: text('public_key').notNull(),
    /** The signature counter of the last use; always 0 for an authenticator that has none. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How a browser reaches the authenticator, for example `internal`. */
    transports: text('transports').array().notNull(),
    name: text('name').notNull(),
    createdAt: timestampMs('created_at').notNull(),
    /** Null before the first use. */
    usedAt: timestampMs('used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
);

/** Challenges that were answered, until they expire: each works once. The others are not stored. */
export const usedPasskeyChallenges = pgTable('used_passkey_challenges', {
  challenge: text('challenge').primaryKey(),
  expiresAt: timestampMs('expires_at').notNull(),
});
