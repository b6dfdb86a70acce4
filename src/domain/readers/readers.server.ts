import type { Job } from '#platform/jobs/job.ts';
import { askForLink, linkMailingJob } from './asking.server.ts';
import { openLink } from './data-link.server.ts';
import { deleteEverything, unsubscribe, withdraw } from './deleting.server.ts';
import { findHeld, type Held } from './holding.server.ts';
import type { ReadersParts } from './readers-parts.server.ts';
import { takeAlong } from './taking-along.server.ts';

/** What somebody sees who has a link. */
export interface HeldByLink extends Held {
  readonly expiresAt: Date;
}

/**
 * What a reader may do with all that is kept about their address. Who they are is told by the token of a link that was
 * mailed there; each of these refuses `invalid` what is no such token and `gone` one that is too old.
 */
export interface Readers {
  /** Resolves for every address in the same way, lower-cased; refuses (`too_many`) a network that asks too often. */
  ask(address: string, network: string): Promise<void>;
  /** @param before the comment after which the list of comments goes on */
  find(token: string, before?: string): Promise<HeldByLink>;
  /** As JSON, in pieces; the token is looked at before the first of them. */
  takeAlong(token: string): AsyncIterable<string>;
  withdrawComment(token: string, id: string): Promise<void>;
  unsubscribe(token: string): Promise<void>;
  /** Everything but an account, or nothing. */
  deleteEverything(token: string): Promise<void>;
  readonly jobs: readonly Job[];
}

export function createReaders(parts: ReadersParts): Readers {
  const opened = (token: string) => openLink(parts.key, token, parts.clock());
  return {
    ask: (address, network) => askForLink(parts, address, network),
    async find(token, before) {
      const { address, expiresAt } = opened(token);
      return { ...(await findHeld(parts.database.db, address, before)), expiresAt };
    },
    takeAlong: (token) => takeAlong(parts, opened(token).address),
    withdrawComment: async (token, id) => withdraw(parts, opened(token).address, id),
    unsubscribe: async (token) => unsubscribe(parts, opened(token).address),
    deleteEverything: async (token) => deleteEverything(parts, opened(token).address),
    jobs: [linkMailingJob(parts)],
  };
}
