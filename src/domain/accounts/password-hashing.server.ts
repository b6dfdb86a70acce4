import { DomainError } from '#platform/domain-error.ts';
import { createWorkQueue, QueueFullError } from '#platform/work-queue.ts';

/** Hashes passwords and verifies them against a stored hash. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(input: { readonly hash: string; readonly password: string }): Promise<boolean>;
}

/** Each hash takes 32 MB and 0.1 s of one core. The limits keep a flood of sign-ins from using up memory and CPU. */
const QUEUE_LIMITS = { maxRunning: 2, maxQueued: 40 };
const RETRY_SECONDS = 5;

/** Runs two operations at a time and queues up to 40. Throws `unavailable` for the rest. */
export function limitConcurrency(hashing: PasswordHasher): PasswordHasher {
  const queue = createWorkQueue(QUEUE_LIMITS);

  async function runQueued<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await queue.run(work);
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error;
      throw new DomainError('unavailable', '', { retryAfterSeconds: RETRY_SECONDS });
    }
  }

  return {
    hash: (password) => runQueued(() => hashing.hash(password)),
    verify: (input) => runQueued(() => hashing.verify(input)),
  };
}
