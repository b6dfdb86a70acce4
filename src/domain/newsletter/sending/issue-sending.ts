import { z } from 'zod';
import { defineJobKind } from '#platform/jobs/job.ts';

/** Milliseconds after which a run takes no further copy; it asks for the next run, so that other jobs get their turn. */
export const RUN_MS = 60_000;

/** Sends what is due of an issue. Asked for too often it does no harm: one run at a time sends. */
export const issueSending = defineJobKind({
  kind: 'newsletter.send',
  payload: z.object({ issueId: z.uuid() }),
  // Longer than the lease of the issue: a run that takes over the job after a crash can take over the issue as well.
  leaseSeconds: 20,
  // The last copies of a run may wait for a slow mail server, each for two minutes at most.
  runSeconds: RUN_MS / 1000 + 150,
});
