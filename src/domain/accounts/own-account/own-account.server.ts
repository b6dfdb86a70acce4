import type { AccountDeps } from '../account-deps.server.ts';
import type { SignedInUser } from '../account.ts';
import { confirmEmailChange, requestEmailChange } from './email-change.server.ts';
import type { Proof } from '../second-factor/proof.server.ts';
import type { NameChange, PasswordChange } from './own-account-input.ts';
import { changeName } from './own-name.server.ts';
import { changePassword } from './own-password.server.ts';
import { endAllOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.server.ts';

/** What signed-in users change about their own account. */
export type OwnAccount = ReturnType<typeof createOwnAccount>;

export function createOwnAccount(deps: AccountDeps) {
  return {
    changeName: (owner: SignedInUser, input: NameChange) => changeName(deps, owner, input),
    changePassword: (owner: SignedInUser, input: PasswordChange) => changePassword(deps, owner, input),
    requestEmailChange: (owner: SignedInUser, input: Proof & { readonly email: string }) =>
      requestEmailChange(deps, owner, input),
    /** Needs no session: the link may be opened on another device. */
    confirmEmailChange: (token: string, network: string) => confirmEmailChange(deps, token, network),
    sessions: (owner: SignedInUser) => listOwnSessions(deps.database.db, owner, deps.clock()),
    endSession: (owner: SignedInUser, id: string) => endOwnSession(deps, owner, id),
    endOtherSessions: (owner: SignedInUser) => endAllOtherSessions(deps, owner),
  };
}
