import { hashPassword } from 'better-auth/crypto';
import { account as accounts, user, userRoles } from '#domain/accounts/tables.server.ts';
import type { Database } from '#platform/db/database.ts';
import { uuidv7 } from '#platform/ids.ts';

/** The password of every account of a newsroom. */
export const PASSWORD = 'nine small herons fishing';

export interface NewsroomAccount {
  readonly name: string;
  readonly email: string;
}

/** The template on the PostgreSQL server of the tests that has these accounts. */
export const NEWSROOM_TEMPLATE = 'meridian_newsroom';

export const EDITOR: NewsroomAccount = { name: 'Edith Editor', email: 'edith@news.example' };
export const GUEST: NewsroomAccount = { name: 'Gus Guest', email: 'gus@news.example' };

/** Inserts both accounts, as after signing up, and the role of the editor. */
export async function insertAccounts({ db }: Database): Promise<void> {
  const password = await hashPassword(PASSWORD);
  for (const person of [EDITOR, GUEST]) {
    const id = uuidv7();
    await db.insert(user).values({ id, ...person, emailVerified: false });
    await db.insert(accounts).values({ userId: id, accountId: id, providerId: 'credential', password });
    if (person === EDITOR) await db.insert(userRoles).values({ userId: id, role: 'admin' });
  }
}
