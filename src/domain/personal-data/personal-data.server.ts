import type { Job } from '#platform/jobs/job.ts';
import { requestLink, sendLinkJob } from './link-request.server.ts';
import { readLinkToken } from './link-token.server.ts';
import { deleteEverything, unsubscribe, deleteComment } from './deleting.server.ts';
import { findPersonalData, type PersonalData } from './queries.server.ts';
import type { PersonalDataDeps } from './personal-data-deps.server.ts';
import { exportData } from './exporting.server.ts';

/** The data shown to the holder of a link. */
export interface PersonalDataByLink extends PersonalData {
  readonly expiresAt: Date;
}

/**
 * Access to all data about an email address: view, export and delete. The token of a link that was sent to the address
 * authorizes the reader. Methods with a token throw `invalid` for an invalid one and `gone` for an expired one.
 */
export interface PersonalDataService {
  /**
   * Resolves in the same way for every address. Throws `too_many` above the rate limit of a network.
   *
   * @param address in lower case
   */
  requestLink(address: string, network: string): Promise<void>;
  /** @param before id of the last comment of the previous page */
  find(token: string, before?: string): Promise<PersonalDataByLink>;
  /** Streams the data as JSON. Verifies the token before it returns the iterable. */
  exportData(token: string): AsyncIterable<string>;
  deleteComment(token: string, id: string): Promise<void>;
  unsubscribe(token: string): Promise<void>;
  /** Deletes all data except an account, in one transaction. */
  deleteEverything(token: string): Promise<void>;
  readonly jobs: readonly Job[];
}

export function createPersonalData(deps: PersonalDataDeps): PersonalDataService {
  const read = (token: string) => readLinkToken(deps.key, token, deps.clock());
  return {
    requestLink: (address, network) => requestLink(deps, address, network),
    async find(token, before) {
      const { address, expiresAt } = read(token);
      return { ...(await findPersonalData(deps.database.db, address, before)), expiresAt };
    },
    exportData: (token) => exportData(deps, read(token).address),
    deleteComment: async (token, id) => deleteComment(deps, read(token).address, id),
    unsubscribe: async (token) => unsubscribe(deps, read(token).address),
    deleteEverything: async (token) => deleteEverything(deps, read(token).address),
    jobs: [sendLinkJob(deps)],
  };
}
