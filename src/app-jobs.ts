import { createDerivedPictures } from '#domain/articles/derived-pictures/derived-pictures-job.server.ts';
import { hubNotificationJob } from '#domain/articles/feeds/hub-notification.server.ts';
import { pickExpiryJob } from '#domain/articles/home-picks/expiry.server.ts';
import { createSampleBylines } from '#domain/articles/sample-bylines.server.ts';
import { scheduleJob } from '#domain/articles/schedule/run-schedule.server.ts';
import { defaultAuthorOf } from '#domain/site/default-author.ts';
import { webhookJobs } from '#domain/webhooks/webhook-jobs.server.ts';
import { createUnusedPictureJobs } from '#domain/images/unused-pictures.server.ts';
import { createJobs, type Jobs } from '#platform/jobs/jobs.server.ts';
import { createRetentionJobs } from './retention-jobs.ts';
import type { AppComponents } from './app-components.ts';

/** Creates the job runner with every kind of job and every recurring one. */
export function createAppJobs(components: AppComponents): Jobs {
  const { database, clock, log, storage, site, settings, outbound } = components;
  const { accounts, comments, contactRecipient, mail, newsletter, readers, searchIndexing } = components;
  const retention = createRetentionJobs({ database, clock, settings });
  const webhookDelivery = webhookJobs(components.webhooks);
  const pictures = createUnusedPictureJobs({ database, storage, clock });
  const sampleBylines = createSampleBylines({
    database,
    defaultAuthor: async () => defaultAuthorOf(await settings()),
    log,
  });
  const derivedPictures = createDerivedPictures({ database, storage, clock, site, log });
  return createJobs({
    database,
    clock,
    log,
    timeZone: () => site().timeZone,
    failedRetentionDays: async () => (await settings()).jobs_failed_retention_days,
    jobs: [
      ...mail.jobs,
      ...accounts.jobs,
      ...comments.jobs,
      ...pictures.jobs,
      ...derivedPictures.jobs,
      ...newsletter.jobs,
      ...readers.jobs,
      contactRecipient.job,
      scheduleJob({ database, clock }),
      pickExpiryJob({ database }),
      ...retention.map(({ job }) => job),
      hubNotificationJob({ site, outbound }),
      webhookDelivery.job,
      searchIndexing.job,
      sampleBylines.job,
    ],
    recurring: [
      ...mail.recurring,
      ...accounts.recurring,
      ...comments.recurring,
      ...pictures.recurring,
      ...derivedPictures.recurring,
      ...newsletter.recurring,
      ...retention.map(({ recurring }) => recurring),
      searchIndexing.recurring,
      sampleBylines.recurring,
      webhookDelivery.recurring,
    ],
  });
}
