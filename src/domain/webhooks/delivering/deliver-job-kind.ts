import { z } from 'zod';
import { defineJobKind } from '#platform/jobs/job.ts';

/**
 * Delivers what is due, of all webhooks. The deliveries are rows of their own: a run takes them whether or not they
 * requested it, and a run without any does nothing.
 */
export const deliverJobKind = defineJobKind({
  kind: 'webhooks.deliver',
  payload: z.object({}),
  // Longer than a run accepts new work, and the lease is renewed meanwhile.
  runSeconds: 900,
});
