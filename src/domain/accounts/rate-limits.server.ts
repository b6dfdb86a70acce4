import { DomainError } from '#platform/domain-error.ts';
import { refundForNetwork, consumeForNetwork } from '#platform/rate-limit/network-limit.ts';
import type { RateLimitRule, RateLimit } from '#platform/rate-limit/rate-limit.server.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Limits per action. Counters are stored under a hash of the address or network, never under the value itself. */
const ACCOUNT_RATE_LIMITS = {
  /** One account from one network: covers a forgotten password as well as guesses from nearby. */
  signInHere: { limit: 5, windowSeconds: 15 * MINUTE },
  /** One account from all untrusted networks together: covers guesses spread over many networks. */
  signInElsewhere: { limit: 10, windowSeconds: HOUR },
  /** One network, all accounts: covers one password tried on many accounts. */
  signInNetwork: { limit: 20, windowSeconds: 15 * MINUTE },
  signUpNetwork: { limit: 5, windowSeconds: HOUR },
  /** Each request sends an email to that address, so the limit per address protects the mailbox. */
  signUpAddress: { limit: 3, windowSeconds: HOUR },
  /** All sign-ups together: each sends an email to an address that anybody can enter, from however many networks. */
  signUpTotal: { limit: 200, windowSeconds: HOUR },
  resetAddress: { limit: 3, windowSeconds: HOUR },
  resetNetwork: { limit: 10, windowSeconds: HOUR },
  /** Lookups of links from emails, per network. The tokens cannot be guessed; this bounds the load on the database. */
  linkNetwork: { limit: 30, windowSeconds: 15 * MINUTE },
  /** Each invitation sends an email. */
  inviteActor: { limit: 20, windowSeconds: HOUR },
  inviteAddress: { limit: 3, windowSeconds: HOUR },
  /** Wrong passwords of a signed-in user. */
  ownPassword: { limit: 5, windowSeconds: 15 * MINUTE },
  /** Codes of second factors, for one account. A client that enters them knows the password. */
  codeAccount: { limit: 5, windowSeconds: 15 * MINUTE },
  codeAccountDay: { limit: 20, windowSeconds: 24 * HOUR },
  codeNetwork: { limit: 20, windowSeconds: 15 * MINUTE },
  /** Responses with passkeys. They cannot be guessed; this bounds the load. */
  passkeyAccount: { limit: 10, windowSeconds: 15 * MINUTE },
  passkeyNetwork: { limit: 20, windowSeconds: 15 * MINUTE },
  /** Each change of the address sends two emails. */
  emailChangeAccount: { limit: 5, windowSeconds: HOUR },
  emailChangeAddress: { limit: 3, windowSeconds: HOUR },
  refreshSession: { limit: 60, windowSeconds: MINUTE },
} as const satisfies Readonly<Record<string, RateLimitRule>>;

export type LimitedAction = keyof typeof ACCOUNT_RATE_LIMITS;

/**
 * Counts one attempt. Throws `too_many` above the limit.
 *
 * @param of whom it counts against: the network or address first, then further parts of the key; nobody for a total
 */
export async function countAttempt(
  rateLimit: RateLimit,
  action: LimitedAction,
  ...of: readonly string[]
): Promise<void> {
  const { subject, keyFor } = keysOf(action, of);
  const rule = ACCOUNT_RATE_LIMITS[action];
  const { allowed, retryAfterSeconds } = isPerNetwork(action)
    ? await consumeForNetwork(rateLimit, keyFor, subject, rule)
    : await rateLimit.consume(keyFor(subject), rule);
  if (!allowed) throw new DomainError('too_many', '', { retryAfterSeconds });
}

/** Takes back one counted attempt, because it succeeded. */
export async function refundAttempt(
  rateLimit: RateLimit,
  action: LimitedAction,
  ...of: readonly string[]
): Promise<void> {
  const { subject, keyFor } = keysOf(action, of);
  if (isPerNetwork(action)) await refundForNetwork(rateLimit, keyFor, subject);
  else await rateLimit.refund(keyFor(subject));
}

/** The network or address an attempt counts against, and the key for it or for a larger network. */
function keysOf(action: LimitedAction, [subject = '', ...others]: readonly string[]) {
  return { subject, keyFor: (counted: string) => limitKey(action, [counted, ...others]) };
}

const isPerNetwork = (action: LimitedAction): boolean => action.endsWith('Network');

function limitKey(action: LimitedAction, of: readonly string[]): string {
  return ['accounts', action, ...of].join('\n');
}
