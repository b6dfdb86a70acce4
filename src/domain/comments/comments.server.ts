import type { Job } from '#platform/jobs/job.ts';
import { every, type Recurring } from '#platform/jobs/recurring.ts';
import { closeCommentsJob } from './close-comments-job.server.ts';
import { createPosting, type PostComment, type PostingDeps } from './posting.server.ts';

export interface Comments {
  /** See `createPosting`. */
  readonly post: PostComment;
  readonly jobs: readonly Job[];
  readonly recurring: readonly Recurring[];
}

export function createComments(deps: PostingDeps): Comments {
  const close = closeCommentsJob(deps.database);
  return {
    post: createPosting(deps),
    jobs: [close],
    recurring: [every({ minutes: 60 }, close, {})],
  };
}
