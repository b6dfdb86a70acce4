import type { AccountDeps } from '../account-deps.server.ts';
import { type Actor, requirePermission } from '../actor.ts';
import { changePeople } from '../people/people-lock.server.ts';
import { getPerson } from '../people/people-queries.server.ts';
import type { ApiToken } from './api-token.ts';
import { listTokens, revokeToken } from './stored-tokens.server.ts';

/** The API tokens of other people, for administrators. */
export type PeoplesTokens = ReturnType<typeof createPeoplesTokens>;

export function createPeoplesTokens({ database, clock }: AccountDeps) {
  return {
    /** Throws `not_found` for an account that is not of the newsroom. */
    async list(actor: Actor, personId: string): Promise<readonly ApiToken[]> {
      requirePermission(actor, 'people.manage');
      const { id } = await getPerson(database.db, personId);
      return listTokens(database.db, { userId: id, now: clock() });
    },
    /** Throws `not_found` for a person or token that is not there. */
    revoke: (actor: Actor, personId: string, id: string): Promise<void> =>
      changePeople(database, actor, async (tx) => {
        const person = await getPerson(tx, personId);
        await revokeToken(tx, actor, { id, userId: person.id, now: clock(), detail: person.name });
      }),
  };
}
