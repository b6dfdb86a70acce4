import { z } from 'zod';
import { defineJob, type Job } from '#platform/jobs/job.ts';
import { every, type Recurring } from '#platform/jobs/recurring.ts';

import { confirmationMailJob } from './confirmation-mailing.server.ts';
import { createDesk, type NewsletterDesk } from './desk.server.ts';
import { draftingJob } from './drafting.server.ts';
import { findIssuePreview, type IssuePreview } from './issue-preview.server.ts';
import type { NewsletterParts } from './newsletter-parts.server.ts';
import { issueSendingJob, resumeSending } from './sending/send-job.server.ts';
import { releasingJob } from './subscribers/withheld.server.ts';
import { type Subscription, subscribe } from './subscribing.server.ts';
import {
  confirmSubscription,
  findOwnSubscription,
  forgetSubscription,
  type OwnSubscription,
  unsubscribe,
} from './subscription.server.ts';
import { forgetOld } from './pruning.server.ts';
import type { TokenPurpose } from './tokens.server.ts';

/** What a reader can do. A refusal is thrown as a `Refusal`; `network` is where the request comes from, for the limits. */
export interface Newsletter {
  /** Resolves for every address in the same way. */
  subscribe(given: Subscription, network: string): Promise<void>;
  /** Null when the subscription is no more; refuses a token that is not ours. */
  findOwn(purpose: TokenPurpose, token: string): Promise<OwnSubscription | null>;
  /** Null when the issue is no more; refuses a token that is not ours or has expired. */
  findIssuePreview(token: string): Promise<IssuePreview | null>;
  confirm(token: string): Promise<void>;
  unsubscribe(token: string): Promise<void>;
  forget(token: string): Promise<void>;
  readonly desk: NewsletterDesk;
  readonly jobs: readonly Job[];
  readonly recurring: readonly Recurring[];
}

export function createNewsletter(parts: NewsletterParts): Newsletter {
  const drafting = draftingJob(parts);
  const resuming = defineJob({
    kind: 'newsletter.resume',
    payload: z.object({}),
    run: () => resumeSending(parts),
  });
  const pruning = defineJob({
    kind: 'newsletter.prune',
    payload: z.object({}),
    leaseSeconds: 600,
    run: (_, { signal }) => forgetOld(parts, signal),
  });
  return {
    subscribe: (given, network) => subscribe(parts, given, network),
    findOwn: (purpose, token) => findOwnSubscription(parts, purpose, token),
    findIssuePreview: (token) => findIssuePreview(parts, token),
    confirm: (token) => confirmSubscription(parts, token),
    unsubscribe: (token) => unsubscribe(parts, token),
    forget: (token) => forgetSubscription(parts, token),
    desk: createDesk(parts),
    jobs: [
      confirmationMailJob(parts),
      drafting.job,
      issueSendingJob(parts),
      releasingJob(parts),
      resuming,
      pruning,
    ],
    recurring: [drafting.recurring, every({ minutes: 1 }, resuming, {}), every({ minutes: 60 }, pruning, {})],
  };
}
