import type { Job } from '#platform/jobs/job.ts';
import { every, type Recurring } from '#platform/jobs/recurring.ts';
import { closeCommentsJob } from './close-comments-job.server.ts';
import {
  postComment,
  type PostedComment,
  type CommentSubmission,
  type PostingDeps,
} from './posting.server.ts';

export interface Comments {
  /** See `postComment`. */
  post(form: CommentSubmission): Promise<PostedComment>;
  readonly jobs: readonly Job[];
  readonly recurring: readonly Recurring[];
}

export function createComments(deps: PostingDeps): Comments {
  const close = closeCommentsJob(deps.database);
  return {
    post: (form) => postComment(deps, form),
    jobs: [close],
    recurring: [every({ minutes: 60 }, close, {})],
  };
}
