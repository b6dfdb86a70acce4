import { z } from 'zod';
import { defineJobKind } from '#platform/jobs/job.ts';

/** Publishes an article or its pending changes, or takes it offline. More attempts than usual, because readers are told about the moment. */
export const scheduledJob = defineJobKind({
  kind: 'articles.run-schedule',
  payload: z.object({ articleId: z.uuid() }),
  attempts: 20,
  isTimed: true,
});
