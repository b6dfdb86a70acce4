import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestampMs } from '#platform/db/columns.server.ts';
import { uuidv7 } from '#platform/ids.ts';

// The account tables have the names and columns that better-auth expects.
const id = () => uuid('id').primaryKey().$defaultFn(uuidv7);
const createdAt = () => timestampMs('created_at').notNull().defaultNow();
const updatedAt = () => timestampMs('updated_at').notNull().defaultNow();

export const user = pgTable(
  'user',
  {
    id: id(),
    name: text('name').notNull(),
    email: text('email').notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** A suspended account cannot sign in. Null: not suspended. */
    suspendedAt: timestampMs('suspended_at'),
    /** The last time the password was entered. Null: never since this is recorded. */
    signedInAt: timestampMs('signed_in_at'),
  },
  (table) => [
    /** The accounts whose address was never confirmed, which are deleted after a while. */
    index('user_unconfirmed')
      .on(table.createdAt)
      .where(sql`not ${table.emailVerified}`),
  ],
);

const ownerId = () =>
  uuid('user_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' });

export const session = pgTable(
  'session',
  {
    id: id(),
    expiresAt: timestampMs('expires_at').notNull(),
    token: text('token').notNull().unique(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    userId: ownerId(),
    /** The secret before the last rotation. Its use by another request after the grace period means that the token was copied. */
    previousToken: text('previous_token'),
    rotatedAt: timestampMs('rotated_at'),
    /** Idempotency key of the request that rotated the secret. */
    rotationKey: text('rotation_key'),
  },
  (table) => [
    index('session_user_id').on(table.userId),
    index('session_previous_token').on(table.previousToken),
  ],
);

export const account = pgTable(
  'account',
  {
    id: id(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: ownerId(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: timestampMs('access_token_expires_at'),
    refreshTokenExpiresAt: timestampMs('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('account_user_id').on(table.userId)],
);

export const verification = pgTable(
  'verification',
  {
    id: id(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: timestampMs('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('verification_identifier').on(table.identifier)],
);

export const jwks = pgTable('jwks', {
  id: id(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  createdAt: createdAt(),
  expiresAt: timestampMs('expires_at'),
  alg: text('alg'),
  crv: text('crv'),
});

/** The role of a user, one of `ROLES`. Written by administrators, the command line and invitation links. */
export const userRoles = pgTable(
  'user_roles',
  { userId: ownerId(), role: text('role').notNull() },
  (table) => [
    primaryKey({ columns: [table.userId, table.role] }),
    uniqueIndex('user_roles_user_id').on(table.userId),
  ],
);

/** The role that an account gets when the link of its invitation is used. The link itself is a row of `verification`. */
export const invitations = pgTable('invitations', {
  userId: ownerId().primaryKey(),
  role: text('role').notNull(),
  /** Null: the command line. */
  invitedBy: uuid('invited_by').references(() => user.id, { onDelete: 'set null' }),
  sentAt: timestampMs('sent_at').notNull(),
  expiresAt: timestampMs('expires_at').notNull(),
});

/** Who did what, and when. A trigger rejects updates. */
export const auditEvents = pgTable(
  'audit_events',
  {
    /** Increases with time. */
    id: id(),
    at: timestampMs('at').notNull(),
    /** Without a foreign key: the event outlives the account. Null: the command line, or a job. */
    actorId: uuid('actor_id'),
    /** The name at that time. */
    actorName: text('actor_name').notNull(),
    /** The name of the API token with which it was done. Null without one. */
    tokenName: text('token_name'),
    action: text('action').notNull(),
    objectId: text('object_id'),
    /** The name of the object at that time, for example the title of an article. */
    objectName: text('object_name').notNull(),
    /** What changed, for example the former and the new role. */
    detail: text('detail').notNull(),
  },
  (table) => [
    index('audit_events_by_actor').on(table.actorId, table.id),
    index('audit_events_by_action').on(table.action, table.id),
  ],
);
