import { DomainError } from '#platform/domain-error.ts';
import { createFairQueue, QueueFullError, ShareFullError } from '#platform/work-queue.ts';

/** Hashes passwords and verifies them against a stored hash. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(input: { readonly hash: string; readonly password: string }): Promise<boolean>;
}

/** For whom a password is hashed. */
export interface HashingClient {
  /** The network of the request, or the account. */
  readonly key: string;
  /**
   * Whether the account is known to be used from there: a session, a link from an email, or a trusted network. These do not wait for
   * everybody else.
   */
  readonly isKnown: boolean;
}

/** A `PasswordHasher` with limits. Both throw `unavailable` when the queue is full, and `too_many` above the share of a client. */
export interface HashingQueue {
  hash(password: string, client: HashingClient): Promise<string>;
  verify(
    input: { readonly hash: string; readonly password: string },
    client: HashingClient,
  ): Promise<boolean>;
}

/**
 * Each hash takes 32 MB and 0.1 s of one core. The limits keep a flood of sign-ins from using up memory and CPU. One runs for known
 * clients and one for everybody else, so that attempts from however many networks keep no known client out.
 */
const QUEUE_LIMITS = { maxRunning: 1, maxQueued: 40, maxQueuedPerKey: 5 };
const RETRY_SECONDS = 5;

export function limitConcurrency(hashing: PasswordHasher): HashingQueue {
  const [known, others] = [createFairQueue(QUEUE_LIMITS), createFairQueue(QUEUE_LIMITS)];

  async function runQueued<T>({ key, isKnown }: HashingClient, work: () => Promise<T>): Promise<T> {
    try {
      return await (isKnown ? known : others).run(key, work);
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error;
      const code = error instanceof ShareFullError ? 'too_many' : 'unavailable';
      throw new DomainError(code, '', { retryAfterSeconds: RETRY_SECONDS });
    }
  }

  return {
    hash: (password, client) => runQueued(client, () => hashing.hash(password)),
    verify: (input, client) => runQueued(client, () => hashing.verify(input)),
  };
}
