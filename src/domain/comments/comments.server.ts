import type { Job } from '#platform/jobs/job.ts';
import { every, type Recurring } from '#platform/jobs/recurring.ts';
import { closeCommentsJob } from './close-comments-job.server.ts';
import {
  postComment,
  type PostedComment,
  type CommentSubmission,
  type PostingDeps,
} from './posting.server.ts';
import { purgeCommentsJob } from './purging.server.ts';

export interface Comments {
  /** See `postComment`. */
  post(form: CommentSubmission): Promise<PostedComment>;
  readonly jobs: readonly Job[];
  readonly recurring: readonly Recurring[];
}

export function createComments(deps: PostingDeps): Comments {
  const [purge, close] = [purgeCommentsJob(deps), closeCommentsJob(deps.database)];
  return {
    post: (form) => postComment(deps, form),
    jobs: [purge, close],
    recurring: [every({ minutes: 1440 }, purge, {}), every({ minutes: 60 }, close, {})],
  };
}
