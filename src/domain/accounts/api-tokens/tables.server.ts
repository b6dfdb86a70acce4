import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestampMs } from '#platform/db/columns.server.ts';
import { user } from '../tables.server.ts';

/** The API tokens of people of the newsroom. The token itself is not stored. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** SHA-256 of the token, in hexadecimal digits. */
    hash: text('hash').notNull().unique(),
    /** The first characters of the token, by which its owner recognizes it. */
    start: text('start').notNull(),
    scopes: text('scopes').array().notNull(),
    createdAt: timestampMs('created_at').notNull(),
    expiresAt: timestampMs('expires_at').notNull(),
    /** Written at most once an hour. Null before the first use. */
    usedAt: timestampMs('used_at'),
    /** Null: not revoked. */
    revokedAt: timestampMs('revoked_at'),
  },
  (table) => [index('api_tokens_user').on(table.userId)],
);
