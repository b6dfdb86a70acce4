import { Refusal } from '#platform/refusal.ts';
import { giveBackForNetwork, takeForNetwork } from '#platform/rate-limit/network-limit.ts';
import type { Allowance, RateLimit } from '#platform/rate-limit/rate-limit.server.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How often somebody may try. Addresses and networks are counted under names of which only a hash is kept. */
export const ALLOWANCES = {
  /** One account from one network: a person who has forgotten, or somebody close by who guesses. */
  signInHere: { limit: 5, windowSeconds: 15 * MINUTE },
  /** One account from anywhere it has not been used from: guesses spread over many networks. */
  signInElsewhere: { limit: 10, windowSeconds: HOUR },
  /** One network, whatever the account: one password tried on many. */
  signInNetwork: { limit: 20, windowSeconds: 15 * MINUTE },
  signUpNetwork: { limit: 5, windowSeconds: HOUR },
  /** Each is a mail to that address, wherever it was asked for: nobody's mailbox is to be filled. */
  signUpAddress: { limit: 3, windowSeconds: HOUR },
  resetAddress: { limit: 3, windowSeconds: HOUR },
  resetNetwork: { limit: 10, windowSeconds: HOUR },
  /** Links of mails, from one network: they cannot be guessed, but looking them up is work. */
  linkNetwork: { limit: 30, windowSeconds: 15 * MINUTE },
  refreshSession: { limit: 60, windowSeconds: MINUTE },
} as const satisfies Readonly<Record<string, Allowance>>;

export type Attempt = keyof typeof ALLOWANCES;

/** Counts one attempt; throws `too_many` when it is one too many. `of` says whose. */
export async function count(rateLimit: RateLimit, attempt: Attempt, ...of: readonly string[]): Promise<void> {
  const [first = '', ...others] = of;
  const nameFor = (whose: string) => nameOf(attempt, [whose, ...others]);
  const allowance = ALLOWANCES[attempt];
  const { allowed, retryAfterSeconds } = isOfNetwork(attempt)
    ? await takeForNetwork(rateLimit, nameFor, first, allowance)
    : await rateLimit.take(nameFor(first), allowance);
  if (!allowed) throw new Refusal('too_many', '', { retryAfterSeconds });
}

/** The attempt was no guess. */
export async function forgive(
  rateLimit: RateLimit,
  attempt: Attempt,
  ...of: readonly string[]
): Promise<void> {
  const [first = '', ...others] = of;
  const nameFor = (whose: string) => nameOf(attempt, [whose, ...others]);
  if (isOfNetwork(attempt)) await giveBackForNetwork(rateLimit, nameFor, first);
  else await rateLimit.giveBack(nameFor(first));
}

const isOfNetwork = (attempt: Attempt): boolean => attempt.endsWith('Network');

function nameOf(attempt: Attempt, of: readonly string[]): string {
  return ['accounts', attempt, ...of].join('\n');
}
