import { and, eq } from 'drizzle-orm';
import { DomainError } from '#platform/domain-error.ts';
import type { AccountDeps } from '../account-deps.server.ts';
import type { SignedInUser } from '../account.ts';
import { recordStaffEvent } from '../audit/record-event.server.ts';
import { lockUser } from '../lock-user.server.ts';
import { type Proof, requireProof } from '../second-factor/proof.server.ts';
import { isSecondFactorRequired } from '../second-factor/requirement.server.ts';
import { checkRemaining, findSecondFactors, finishRemoval } from '../second-factor/stored-factors.server.ts';
import {
  addPasskey,
  type AddedPasskey,
  createCreationOptions,
  type CreationOptions,
} from './add-passkey.server.ts';
import { createRequestOptions, type RequestOptions } from './passkey-options.server.ts';
import type { Passkey } from './passkey.ts';
import type { NewPasskeyInput } from './passkey-name.ts';
import { passkeys } from './tables.server.ts';

/** The passkeys of signed-in users. */
export type OwnPasskeys = ReturnType<typeof createOwnPasskeys>;

type AddInput = NewPasskeyInput & { readonly network: string };

export function createOwnPasskeys(deps: AccountDeps) {
  return {
    list: (owner: SignedInUser) => listPasskeys(deps, owner),
    /** Options for a passkey that proves both factors before a change. */
    beginProof: ({ userId }: SignedInUser): Promise<RequestOptions> =>
      createRequestOptions(deps, { purpose: 'proof', userId }),
    begin: async (owner: SignedInUser, proof: Proof): Promise<CreationOptions> => {
      await requireProof(deps, owner.userId, proof);
      return createCreationOptions(deps, owner);
    },
    add: (owner: SignedInUser, input: AddInput): Promise<AddedPasskey> => addPasskey(deps, owner, input),
    rename: (owner: SignedInUser, id: string, name: string) => renamePasskey(deps, owner, { id, name }),
    remove: (owner: SignedInUser, id: string, proof: Proof) => removePasskey(deps, owner, id, proof),
  };
}

async function listPasskeys(
  { database: { db } }: AccountDeps,
  { userId }: SignedInUser,
): Promise<readonly Passkey[]> {
  return db
    .select({
      id: passkeys.id,
      name: passkeys.name,
      createdAt: passkeys.createdAt,
      usedAt: passkeys.usedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(passkeys.createdAt, passkeys.id);
}

/** Throws `not_found`. The name has no effect on what a passkey may do, so that this needs no proof. */
async function renamePasskey(
  { database }: AccountDeps,
  { userId }: SignedInUser,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<Passkey> {
  return database.transaction(async (tx) => {
    await lockUser(tx, userId);
    const isOwn = and(eq(passkeys.id, id), eq(passkeys.userId, userId));
    const [before] = await tx.select().from(passkeys).where(isOwn);
    if (before === undefined) throw new DomainError('not_found', 'This passkey has been removed.');
    const { createdAt, usedAt } = before;
    if (before.name !== name) {
      await tx.update(passkeys).set({ name }).where(isOwn);
      const detail = `${before.name} → ${name}`;
      await recordStaffEvent(tx, userId, { action: 'passkey_renamed', detail });
    }
    return { id, name, createdAt, usedAt };
  });
}

/** Throws `forbidden` for the last second factor of an account whose role requires one. */
async function removePasskey(
  deps: AccountDeps,
  { userId }: SignedInUser,
  id: string,
  proof: Proof,
): Promise<void> {
  const isRequired = await isSecondFactorRequired(deps, userId);
  const isOwn = and(eq(passkeys.id, id), eq(passkeys.userId, userId));
  const { hasApp, passkeyCount } = await findSecondFactors(deps.database.db, userId);
  checkRemaining({ hasApp, passkeyCount: passkeyCount - 1 }, isRequired);
  await requireProof(deps, userId, proof);
  await deps.database.transaction(async (tx) => {
    await lockUser(tx, userId);
    const [removed] = await tx.delete(passkeys).where(isOwn).returning({ name: passkeys.name });
    if (removed === undefined) throw new DomainError('not_found', 'This passkey has already been removed.');
    await finishRemoval(tx, userId, isRequired);
    await recordStaffEvent(tx, userId, { action: 'passkey_removed', detail: removed.name });
  });
}
