import { eq } from 'drizzle-orm';
import { type Actor, requirePermission } from '#domain/accounts/actor.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import type { Db } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import { lockAuthors } from '../signing.server.ts';
import type { OwnProfileInput } from './author-input.ts';
import { lockAuthor, saveAuthor } from './editing.server.ts';
import { findAuthorOfAccount, type NewsroomAuthor } from './newsroom-authors.server.ts';
import { authors } from './tables.server.ts';

/** The profile that is linked to the account of the actor. Throws `not_found` if there is none. */
export async function getOwnProfile(db: Db, actor: Actor): Promise<NewsroomAuthor> {
  requirePermission(actor, 'own_author.edit');
  return (await findAuthorOfAccount(db, actor.userId)) ?? throwNoProfile();
}

/** Changes the profile that is linked to the account of the actor. Throws `not_found`, and as `updateAuthor` does. */
export async function updateOwnProfile(
  { database, clock }: CommandDeps,
  actor: Actor,
  { basedOn, input }: { readonly basedOn: number; readonly input: OwnProfileInput },
): Promise<void> {
  requirePermission(actor, 'own_author.edit');
  await database.transaction(async (tx) => {
    await lockAuthors(tx);
    const [own] = await tx.select({ id: authors.id }).from(authors).where(eq(authors.userId, actor.userId));
    const before = await lockAuthor(tx, own?.id ?? throwNoProfile(), basedOn);
    const { name, slug } = before;
    await saveAuthor(tx, actor, { before, input: { name, slug, ...input }, now: clock() });
  });
}

function throwNoProfile(): never {
  throw new DomainError('not_found', 'Your account is not linked to the profile of an author.');
}
