import { z } from 'zod';
import { defineJob, type Job } from '#platform/jobs/job.ts';
import { every, type Recurring } from '#platform/jobs/recurring.ts';

import { confirmationJob } from './confirmation-job.server.ts';
import { createNewsletterAdmin, type NewsletterAdmin } from './newsletter-admin.server.ts';
import { draftingJob } from './drafting.server.ts';
import { findIssuePreview, type IssuePreview } from './issue-preview.server.ts';
import type { NewsletterDeps } from './newsletter-deps.server.ts';
import { sendIssueJob, resumeSending } from './sending/send-issue-job.server.ts';
import { deferredConfirmationsJob } from './subscribers/deferred-confirmations.server.ts';
import { type SubscribeInput, subscribe } from './subscribing.server.ts';
import {
  confirmSubscription,
  findOwnSubscription,
  deleteSubscription,
  type OwnSubscription,
  unsubscribe,
} from './subscription.server.ts';
import { pruneNewsletter } from './pruning.server.ts';
import type { TokenPurpose } from './tokens.server.ts';

/** Newsletter commands for readers, and `admin` for administrators. `network` identifies the origin for the rate limits. */
export interface Newsletter {
  /** Resolves in the same way for every address. */
  subscribe(input: SubscribeInput, network: string): Promise<void>;
  /** Null when the subscription was deleted. Throws `invalid` for an invalid token. */
  findOwn(purpose: TokenPurpose, token: string): Promise<OwnSubscription | null>;
  /** Null when the issue was deleted. Throws `invalid` for an invalid or expired token. */
  findIssuePreview(token: string): Promise<IssuePreview | null>;
  confirm(token: string): Promise<void>;
  unsubscribe(token: string): Promise<void>;
  deleteOwnData(token: string): Promise<void>;
  readonly admin: NewsletterAdmin;
  readonly jobs: readonly Job[];
  readonly recurring: readonly Recurring[];
}

export function createNewsletter(deps: NewsletterDeps): Newsletter {
  const draftJob = draftingJob(deps);
  const resumeJob = defineJob({
    kind: 'newsletter.resume',
    payload: z.object({}),
    run: () => resumeSending(deps),
  });
  const pruneJob = defineJob({
    kind: 'newsletter.prune',
    payload: z.object({}),
    leaseSeconds: 600,
    run: (_, { signal }) => pruneNewsletter(deps, signal),
  });
  return {
    subscribe: (input, network) => subscribe(deps, input, network),
    findOwn: (purpose, token) => findOwnSubscription(deps, purpose, token),
    findIssuePreview: (token) => findIssuePreview(deps, token),
    confirm: (token) => confirmSubscription(deps, token),
    unsubscribe: (token) => unsubscribe(deps, token),
    deleteOwnData: (token) => deleteSubscription(deps, token),
    admin: createNewsletterAdmin(deps),
    jobs: [
      confirmationJob(deps),
      draftJob.job,
      sendIssueJob(deps),
      deferredConfirmationsJob(deps),
      resumeJob,
      pruneJob,
    ],
    recurring: [
      draftJob.recurring,
      every({ minutes: 1 }, resumeJob, {}),
      every({ minutes: 60 }, pruneJob, {}),
    ],
  };
}
