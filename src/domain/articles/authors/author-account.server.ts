import { and, asc, eq, ilike, isNull, ne, or, sql } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import { recordEvent } from '#domain/accounts/audit/record-event.server.ts';
import { user, userRoles } from '#domain/accounts/tables.server.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { lockAuthors } from '../signing.server.ts';
import { lockAuthor } from './editing.server.ts';
import { authors } from './tables.server.ts';

/** Accounts in one response. More are found by search. */
const CHOICE_LIMIT = 20;

/** An account that a profile can be linked to. */
export interface AccountChoice {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** The accounts with a role and without a profile, by name. @param search a part of the name or address */
export async function listAccountChoices(db: Db, actor: Actor, search: string): Promise<AccountChoice[]> {
  requirePermission(actor, 'author.edit');
  const pattern = `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  return db
    .select({ id: user.id, name: user.name, email: user.email })
    .from(user)
    .innerJoin(userRoles, eq(userRoles.userId, user.id))
    .leftJoin(authors, eq(authors.userId, user.id))
    .where(and(isNull(authors.id), or(ilike(user.name, pattern), ilike(user.email, pattern))))
    .orderBy(asc(sql`lower(${user.name})`), asc(user.id))
    .limit(CHOICE_LIMIT);
}

interface AccountLink {
  readonly id: string;
  /** Null removes the link. */
  readonly account: string | null;
}

/**
 * Links a profile to an account, whose owner may then edit it. Throws `not_found`, `unprocessable` for an account
 * without a role, and `conflict` for one that has another profile. The revision stays: the link is not a field of the profile,
 * so unsaved changes of the profile in another editor remain valid.
 */
export async function linkAccount(
  { database }: Pick<CommandDeps, 'database'>,
  actor: Actor,
  { id, account }: AccountLink,
): Promise<void> {
  requirePermission(actor, 'author.edit');
  await database.transaction(async (tx) => {
    await lockAuthors(tx);
    const { name } = await lockAuthor(tx, id);
    const owner = account === null ? null : await requireAccount(tx, account, id);
    await tx.update(authors).set({ userId: account }).where(eq(authors.id, id));
    const detail = owner === null ? 'account: none' : `account: ${owner}`;
    await recordEvent(tx, actor, { action: 'author_changed', object: { id, name }, detail });
  });
}

/** Returns the name of the account. */
async function requireAccount(tx: Transaction, account: string, id: string): Promise<string> {
  const [owner] = await tx
    .select({ name: user.name })
    .from(user)
    .innerJoin(userRoles, eq(userRoles.userId, user.id))
    .where(eq(user.id, account));
  if (owner === undefined) throw accountError('unprocessable', 'This person is no longer in the newsroom');
  const [other] = await tx
    .select({ name: authors.name })
    .from(authors)
    .where(and(eq(authors.userId, account), ne(authors.id, id)));
  if (other !== undefined) throw accountError('conflict', `This account is linked to ${other.name}`);
  return owner.name;
}

const accountError = (code: 'conflict' | 'unprocessable', message: string) =>
  new DomainError(code, message, { fields: { account: message } });
