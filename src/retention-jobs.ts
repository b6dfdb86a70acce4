import { auditRetention } from '#domain/accounts/audit/audit-pruning.server.ts';
import { TOKEN_RETENTION_DAYS, tokenRetention } from '#domain/accounts/api-tokens/stored-tokens.server.ts';
import {
  UNCONFIRMED_ACCOUNT_DAYS,
  unconfirmedAccountRetention,
} from '#domain/accounts/unconfirmed-accounts.server.ts';
import { ENDED_LINK_DAYS } from '#domain/articles/preview-links/preview-link.ts';
import { previewLinkRetention } from '#domain/articles/preview-links/pruning.server.ts';
import { articleRevisionRetention } from '#domain/articles/revision-pruning.server.ts';
import { trashRetention } from '#domain/articles/trash/purging.server.ts';
import { commentRetention } from '#domain/comments/purging.server.ts';
import { contactRetention } from '#domain/contact/pruning.server.ts';
import { pageRevisionRetention } from '#domain/pages/revision-pruning.server.ts';
import { unknownAddressRetention } from '#domain/redirects/unknown-addresses/pruning.server.ts';
import { UNKNOWN_RETENTION_DAYS } from '#domain/redirects/unknown-addresses/unknown-address.ts';
import { aboutRevisionRetention } from '#domain/site/about/about-revision-pruning.server.ts';
import type { Settings } from '#domain/site/settings.ts';
import { statisticsRetention } from '#domain/statistics/pruning.server.ts';
import { webhookDeliveryRetention } from '#domain/webhooks/pruning.server.ts';
import { DELIVERY_RETENTION_DAYS } from '#domain/webhooks/webhook.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import { createRetentionJob, type RetentionJob, type RetentionRule } from '#platform/jobs/retention-job.ts';

interface RetentionJobsDeps extends CommandDeps {
  readonly settings: () => Promise<Settings>;
}

type RetentionDays = (settings: Settings) => number | null;

/** What is deleted, and after how many days. */
const RULES: readonly (readonly [RetentionRule, RetentionDays])[] = [
  [contactRetention, (settings) => settings.contact_retention_days],
  [commentRetention, (settings) => settings.comment_deleted_retention_days],
  [articleRevisionRetention, (settings) => settings.article_revisions_retention_days],
  [pageRevisionRetention, (settings) => settings.article_revisions_retention_days],
  [aboutRevisionRetention, (settings) => settings.article_revisions_retention_days],
  [trashRetention, (settings) => settings.article_trash_retention_days],
  [unconfirmedAccountRetention, () => UNCONFIRMED_ACCOUNT_DAYS],
  [tokenRetention, () => TOKEN_RETENTION_DAYS],
  [auditRetention, (settings) => settings.audit_retention_days],
  [statisticsRetention, (settings) => settings.statistics_retention_days],
  [previewLinkRetention, () => ENDED_LINK_DAYS],
  [unknownAddressRetention, () => UNKNOWN_RETENTION_DAYS],
  [webhookDeliveryRetention, () => DELIVERY_RETENTION_DAYS],
];

/** Creates the daily jobs that delete what is older than its retention period. */
export function createRetentionJobs({
  database,
  clock,
  settings,
}: RetentionJobsDeps): readonly RetentionJob[] {
  return RULES.map(([rule, daysIn]) =>
    createRetentionJob(rule, {
      database,
      clock,
      retentionDays: async () => daysIn(await settings()),
    }),
  );
}
