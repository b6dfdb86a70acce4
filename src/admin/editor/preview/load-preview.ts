import { z } from 'zod';
import type { PublishedArticle } from '#domain/articles/article.ts';
import { ARTICLE_SECTIONS } from '#domain/categories/section.ts';
import { authenticatedFetch } from '../../api/authenticated-fetch.ts';
import type { ArticleInput } from '../newsroom-article.ts';

const picture = z.object({
  url: z.string(),
  alt: z.string(),
  width: z.number(),
  height: z.number(),
  widths: z.array(z.number()),
  color: z.string(),
  placeholder: z.string(),
});

const answer = z.object({
  article: z.object({
    id: z.string(),
    slug: z.string(),
    title: z.string(),
    excerpt: z.string(),
    sectionSlug: z.enum(ARTICLE_SECTIONS.map(({ slug }) => slug)),
    publishDate: z.coerce.date(),
    updatedAt: z.coerce.date(),
    readTime: z.string(),
    picture: picture.nullable(),
    body: z.string(),
    tags: z.array(z.string()),
    authorName: z.string(),
    authorPicture: picture.nullable(),
    isSample: z.boolean(),
    lang: z.string(),
  }),
});

/** Makes the server render the draft to the data of `ArticleView`. Throws `ApiError`. */
export async function loadPreview(input: ArticleInput, signal: AbortSignal): Promise<PublishedArticle> {
  const response = await authenticatedFetch('/api/newsroom/previews', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
    signal,
  });
  return answer.parse(await response.json()).article;
}
