/**
 * The part of the sitemap that lists an article: the month of its publication in UTC, like `2026-11`. Saving an article
 * does not move its publication, so the months before the current one hardly change.
 */
export function sitemapMonth(publishDate: Date): string {
  return publishDate.toISOString().slice(0, 7);
}
