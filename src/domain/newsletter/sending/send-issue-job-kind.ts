import { z } from 'zod';
import { defineJobKind } from '#platform/jobs/job.ts';

/** Milliseconds after which a run claims no further delivery. It then enqueues the next run, so that other jobs can run. */
export const RUN_MS = 60_000;

/** The job that sends the due deliveries of an issue. Duplicates are harmless, because the lease allows one run at a time. */
export const sendIssueJobKind = defineJobKind({
  kind: 'newsletter.send',
  payload: z.object({ issueId: z.uuid() }),
  // Longer than the lease of the issue, so that a run that takes over the job after a crash can take over the issue too.
  leaseSeconds: 20,
  // The last deliveries of a run may wait up to two minutes each for a slow mail server.
  runSeconds: RUN_MS / 1000 + 150,
});
