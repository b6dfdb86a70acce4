import { isDeepStrictEqual } from 'node:util';
import { recordWebhookEvent } from '#domain/webhooks/recording.server.ts';
import type { ArticleData } from '#domain/webhooks/event-data.ts';
import type { Transaction } from '#platform/db/database.ts';
import { articlePath } from './article.ts';
import { ARTICLE_FIELDS } from './article-fields.ts';
import type { ArticleRow } from './tables.server.ts';

/** Changes that do not touch the content are recorded without it. */
type EventArticle = Omit<ArticleRow, 'content'> & Partial<Pick<ArticleRow, 'content'>>;

export interface ArticleEvent {
  /** As readers saw it; null for an article that was not public. */
  readonly before: EventArticle | null;
  /** As readers see it; null for an article that is not public. */
  readonly after: EventArticle | null;
  /** Whether it is in the trash now. */
  readonly isDeleted: boolean;
}

/** Records for webhooks that an article was published, changed for readers, or taken offline. */
export async function recordArticleEvent(
  tx: Transaction,
  { before, after, isDeleted }: ArticleEvent,
): Promise<void> {
  if (after === null) {
    if (before === null) return;
    const data = {
      id: before.id,
      url: articlePath(before.slug),
      reason: isDeleted ? ('deleted' as const) : ('unpublished' as const),
    };
    return recordWebhookEvent(tx, 'article.unpublished', () => data);
  }
  if (before === null) return recordWebhookEvent(tx, 'article.published', () => articleData(after, null));
  if (hasPublicChange(before, after))
    await recordWebhookEvent(tx, 'article.updated', () => articleData(after, before));
}

/** Neither text nor byline of the article. */
const IGNORED_FIELDS: ReadonlySet<string> = new Set(['isDraft', 'featured', 'readTimeTyped']);
const PUBLIC_FIELDS = ARTICLE_FIELDS.filter((field) => !IGNORED_FIELDS.has(field));

/** A save that changes nothing, or only the place of the article on other pages, is no event, and no change for readers. */
export function hasPublicChange(before: EventArticle, after: EventArticle): boolean {
  if (before.publishDate?.getTime() !== after.publishDate?.getTime()) return true;
  // Not as JSON: the database orders the keys of bylines.
  return PUBLIC_FIELDS.some((field) => !isDeepStrictEqual(before[field], after[field]));
}

function articleData(article: EventArticle, before: EventArticle | null): ArticleData {
  const hasMoved = before !== null && before.slug !== article.slug;
  return {
    id: article.id,
    url: articlePath(article.slug),
    previous_url: hasMoved ? articlePath(before.slug) : null,
    title: article.title,
    excerpt: article.excerpt,
    section: article.categorySlug,
    authors: article.bylines.map(({ name }) => name),
    tags: article.tags,
    published_at: article.publishDate?.toISOString() ?? null,
    updated_at: (article.modifiedAt ?? article.updatedAt).toISOString(),
  };
}
