import { inArray, lt } from 'drizzle-orm';
import type { RetentionRule } from '#platform/jobs/retention-job.ts';
import { articlePreviewLinks } from './tables.server.ts';

/** Links to previews, from the time at which they would have expired. */
export const previewLinkRetention: RetentionRule = {
  kind: 'articles.prune-preview-links',
  async deleteBatch(tx, before, limit) {
    const ended = tx
      .select({ id: articlePreviewLinks.id })
      .from(articlePreviewLinks)
      .where(lt(articlePreviewLinks.expiresAt, before))
      .limit(limit);
    const deleted = await tx
      .delete(articlePreviewLinks)
      .where(inArray(articlePreviewLinks.id, ended))
      .returning({ id: articlePreviewLinks.id });
    return deleted.length;
  },
};
