import { lt } from 'drizzle-orm';
import { deleteById, type RetentionRule } from '#platform/jobs/retention-job.ts';
import { articlePreviewLinks } from './tables.server.ts';

/** Links to previews, from the time at which they would have expired. */
export const previewLinkRetention: RetentionRule = {
  kind: 'articles.prune-preview-links',
  deleteBatch: (tx, before, limit) =>
    deleteById(tx, articlePreviewLinks, lt(articlePreviewLinks.expiresAt, before), limit),
};
