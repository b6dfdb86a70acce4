import { defineJob, type Job } from '#platform/jobs/job.ts';
import { every, type Recurring } from '#platform/jobs/recurring.ts';
import { createDeliveryRuns } from './delivering/delivery-runs.server.ts';
import { deliverJobKind } from './delivering/deliver-job-kind.ts';
import type { WebhookDeps } from './webhook-deps.server.ts';

/** The job that sends events. Every event and every retry requests a run; the hourly one finds what an outage left behind. */
export function webhookJobs(deps: WebhookDeps): { readonly job: Job; readonly recurring: Recurring } {
  const runs = createDeliveryRuns(deps);
  const job = defineJob({ ...deliverJobKind, run: (_, { signal }) => runs.run(signal) });
  return { job, recurring: every({ minutes: 60 }, job, {}) };
}
