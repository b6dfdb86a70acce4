import { rememberSettings } from '#domain/site/settings.server.ts';
import type { Job } from '#platform/jobs/job.ts';
import { every, type Recurring } from '#platform/jobs/recurring.ts';
import { closing } from './closing.server.ts';
import { postComment, type Posted, type PostedForm, type PostingParts } from './posting.server.ts';
import { purging } from './purging.server.ts';

export interface Comments {
  /** `postComment` on this site. */
  post(form: PostedForm): Promise<Posted>;
  readonly jobs: readonly Job[];
  readonly recurring: readonly Recurring[];
}

export function createComments(given: Omit<PostingParts, 'settings'>): Comments {
  const parts = { ...given, settings: rememberSettings(given.database) };
  const [purge, close] = [purging(parts), closing(parts.database)];
  return {
    post: (form) => postComment(parts, form),
    jobs: [purge, close],
    recurring: [every({ minutes: 1440 }, purge, {}), every({ minutes: 60 }, close, {})],
  };
}
