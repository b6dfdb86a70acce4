import type { PublishedArticle } from '#domain/articles/article.ts';
import { api, parseResponse } from '../../api-client.ts';
import type { ArticleInput } from '../draft/draft.ts';

/** Makes the server render the draft to the data of `ArticleView`. Throws `ApiError`. */
export async function loadPreview(json: ArticleInput, signal: AbortSignal): Promise<PublishedArticle> {
  const { article } = await parseResponse(api.newsroom.previews.$post({ json }, { init: { signal } }));
  return {
    ...article,
    publishDate: new Date(article.publishDate),
    updatedAt: new Date(article.updatedAt),
  };
}
