import { z } from 'zod';
import { defineJobKind } from '#platform/jobs/job.ts';

/** Seconds a run may take. It ends well before and asks for the next one. */
export const LEASE_SECONDS = 120;

/** Sends what is due of an issue. Asked for too often it does no harm: one run at a time sends. */
export const issueSending = defineJobKind({
  kind: 'newsletter.send',
  payload: z.object({ issueId: z.uuid() }),
  leaseSeconds: LEASE_SECONDS,
});
