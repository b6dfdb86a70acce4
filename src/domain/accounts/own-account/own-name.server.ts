import { eq } from 'drizzle-orm';
import type { AccountDeps } from '../account-deps.server.ts';
import type { SignedInUser } from '../account.ts';
import { recordStaffEvent } from '../audit/record-event.server.ts';
import { user } from '../tables.server.ts';
import type { NameChange } from './own-account-input.ts';

/** Changes the name of the account. The names in bylines are independent of it. */
export async function changeName(
  { database, clock }: AccountDeps,
  owner: SignedInUser,
  { name }: NameChange,
): Promise<void> {
  if (name === owner.name) return;
  await database.transaction(async (tx) => {
    await tx.update(user).set({ name, updatedAt: clock() }).where(eq(user.id, owner.userId));
    await recordStaffEvent(tx, owner.userId, { action: 'name_changed', detail: `${owner.name} → ${name}` });
  });
}
