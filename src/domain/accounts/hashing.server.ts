import { Refusal } from '#platform/refusal.ts';
import { createWorkQueue, QueueFull } from '#platform/work-queue.ts';

/** How passwords are turned into what is stored, and compared with it. */
export interface Hashing {
  hash(password: string): Promise<string>;
  verify(given: { readonly hash: string; readonly password: string }): Promise<boolean>;
}

/** Each takes 32 MB and a core for a tenth of a second: a flood of sign-ins must cost neither memory nor the readers' time. */
const SPACE = { running: 2, waiting: 40 };
const RETRY_SECONDS = 5;

/** A few at a time, few waiting, the rest refused. */
export function inTurn(hashing: Hashing): Hashing {
  const queue = createWorkQueue(SPACE);

  async function take<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await queue.run(work);
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      throw new Refusal('unavailable', '', { retryAfterSeconds: RETRY_SECONDS });
    }
  }

  return {
    hash: (password) => take(() => hashing.hash(password)),
    verify: (given) => take(() => hashing.verify(given)),
  };
}
