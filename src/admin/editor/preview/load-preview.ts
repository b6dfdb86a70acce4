import type { PublishedArticle, TagSlugs } from '#domain/articles/article.ts';
import { api, parseResponse } from '../../api-client.ts';
import type { ArticleInput } from '../draft/draft.ts';

/** The data of `ArticleView`. */
interface Preview {
  readonly article: PublishedArticle;
  readonly tagSlugs: TagSlugs;
}

/** Makes the server render the draft. Throws `ApiError`. */
export async function loadPreview(json: ArticleInput, signal: AbortSignal): Promise<Preview> {
  const { article, tagSlugs } = await parseResponse(
    api.newsroom.previews.$post({ json }, { init: { signal } }),
  );
  const { publishDate, updatedAt } = article;
  return {
    article: { ...article, publishDate: new Date(publishDate), updatedAt: new Date(updatedAt) },
    tagSlugs: new Map(tagSlugs.map(({ name, slug }) => [name, slug])),
  };
}
