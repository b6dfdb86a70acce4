import type { AccountDeps } from '../account-deps.server.ts';
import type { Actor } from '../actor.ts';
import type { AuthenticatedUser } from '../account.ts';
import {
  beginOwnEnrolment,
  type BothFactors,
  confirmOwnEnrolment,
  disableSecondFactor,
  renewRecoveryCodes,
} from './own-second-factor.server.ts';
import { getSecondFactorStatus } from './requirement.server.ts';
import { resetPersonsSecondFactor } from './reset.server.ts';

/** The second factor of signed-in users, and its reset by administrators. */
export type SecondFactor = ReturnType<typeof createSecondFactor>;

type WithNetwork<Input> = Input & { readonly network: string };

export function createSecondFactor(deps: AccountDeps) {
  return {
    status: ({ userId }: AuthenticatedUser) => getSecondFactorStatus(deps, userId),
    begin: (owner: AuthenticatedUser, password: string) => beginOwnEnrolment(deps, owner, password),
    confirm: (owner: AuthenticatedUser, input: WithNetwork<{ readonly code: string }>) =>
      confirmOwnEnrolment(deps, owner, input),
    disable: (owner: AuthenticatedUser, proof: WithNetwork<BothFactors>) =>
      disableSecondFactor(deps, owner, proof),
    renewRecoveryCodes: (owner: AuthenticatedUser, proof: WithNetwork<BothFactors>) =>
      renewRecoveryCodes(deps, owner, proof),
    reset: (actor: Actor, id: string) => resetPersonsSecondFactor(deps, actor, id),
  };
}
