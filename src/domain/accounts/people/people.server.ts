import type { AccountDeps } from '../account-deps.server.ts';
import type { Actor } from '../actor.ts';
import { type Inviter, invitePerson, resendInvitation, withdrawInvitation } from './inviting.server.ts';
import { changePerson, removePerson } from './people-changes.server.ts';
import { listPeople } from './people-queries.server.ts';
import type { PersonChange, PersonInvitation } from './person.ts';

/** The people of the newsroom, for administrators. Every command checks the permission of the actor. */
export type People = ReturnType<typeof createPeople>;

export function createPeople(deps: AccountDeps) {
  return {
    list: (actor: Actor, page: number) => listPeople(deps.database.db, actor, page),
    invite: (actor: Inviter, input: PersonInvitation) => invitePerson(deps, actor, input),
    resend: (actor: Inviter, id: string) => resendInvitation(deps, actor, id),
    withdraw: (actor: Actor, id: string) => withdrawInvitation(deps, actor, id),
    change: (actor: Actor, input: PersonChange & { readonly id: string }) => changePerson(deps, actor, input),
    remove: (actor: Actor, id: string) => removePerson(deps, actor, id),
  };
}
