import type { AccountDeps } from '../account-deps.server.ts';
import type { Actor } from '../actor.ts';
import type { SignedInUser } from '../account.ts';
import {
  beginOwnEnrolment,
  confirmOwnEnrolment,
  disableSecondFactor,
  renewRecoveryCodes,
} from './own-second-factor.server.ts';
import type { Proof } from './proof.server.ts';
import { getSecondFactorStatus } from './requirement.server.ts';
import { resetPersonsSecondFactor } from './reset.server.ts';

/** The second factor of signed-in users, and its reset by administrators. */
export type SecondFactor = ReturnType<typeof createSecondFactor>;

export function createSecondFactor(deps: AccountDeps) {
  return {
    status: ({ userId }: SignedInUser) => getSecondFactorStatus(deps, userId),
    begin: (owner: SignedInUser, proof: Proof) => beginOwnEnrolment(deps, owner, proof),
    confirm: (owner: SignedInUser, input: { readonly code: string; readonly network: string }) =>
      confirmOwnEnrolment(deps, owner, input),
    disable: (owner: SignedInUser, proof: Proof) => disableSecondFactor(deps, owner, proof),
    renewRecoveryCodes: (owner: SignedInUser, proof: Proof) => renewRecoveryCodes(deps, owner, proof),
    reset: (actor: Actor, id: string) => resetPersonsSecondFactor(deps, actor, id),
  };
}
