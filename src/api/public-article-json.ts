import { z } from '@hono/zod-openapi';
import { articlePath, type ArticleSummary, type FullArticle } from '#domain/articles/article.ts';
import { authorPath } from '#domain/articles/authors/author.ts';
import { bylineText } from '#domain/articles/bylines.ts';
import { replaceImageTags, withSource } from '#domain/images/image-tags.ts';
import type { Site } from '#domain/site/site.ts';
import { SectionSlug } from './article-json.ts';

const card = {
  id: z.uuid(),
  slug: z.string(),
  url: z.url().meta({ description: 'The address of its page.' }),
  title: z.string(),
  excerpt: z.string(),
  category_slug: SectionSlug,
  publish_date: z.iso.datetime(),
  read_time: z.string(),
  image: z.string().meta({ description: 'Absolute URL; empty without an image.' }),
  lang: z.string().meta({ description: 'Language of the text (BCP 47).' }),
  image_alt: z.string(),
  image_width: z.int().nullable().meta({ description: 'Pixels of the largest version; null if not known.' }),
  image_height: z.int().nullable(),
};

export const PublicSummary = z.object(card).openapi('ArticleSummary');

export const PublicArticle = z
  .object({
    ...card,
    content: z.string().meta({ description: 'Sanitized HTML; the URLs in it are absolute.' }),
    tags: z.array(z.string()),
    featured: z.boolean(),
    author_name: z.string().meta({ description: 'The names of `authors`: "A, B and C".' }),
    authors: z
      .array(z.object({ name: z.string(), url: z.url().nullable() }))
      .meta({ description: 'In order; `url` is the page of the author, null for a name without a profile.' }),
    author_image: z.string(),
    word_count: z.int(),
    comment_count: z.int(),
    updated_at: z.iso.datetime(),
  })
  .openapi('Article');

export function summaryJson(
  article: ArticleSummary,
  { url, locale }: Pick<Site, 'url' | 'locale'>,
): z.infer<typeof PublicSummary> {
  const { picture } = article;
  // Only the size of pictures in the picture store is known.
  const size = picture === null || picture.widths.length === 0 ? null : picture;
  return {
    id: article.id,
    slug: article.slug,
    url: url + articlePath(article.slug),
    title: article.title,
    excerpt: article.excerpt,
    category_slug: article.sectionSlug,
    publish_date: article.publishDate.toISOString(),
    read_time: article.readTime,
    image: absolute(picture?.url ?? '', url),
    lang: article.lang || locale,
    image_alt: picture?.alt ?? '',
    image_width: size?.width ?? null,
    image_height: size?.height ?? null,
  };
}

export function publicArticleJson(
  article: FullArticle,
  commentCount: number,
  site: Pick<Site, 'url' | 'locale'>,
): z.infer<typeof PublicArticle> {
  return {
    ...summaryJson(article, site),
    content: withAbsoluteImages(article.content, site.url),
    tags: [...article.tags],
    featured: article.featured,
    author_name: bylineText(article.bylines),
    authors: article.authors.map(({ name, slug }) => ({
      name,
      url: slug === null ? null : site.url + authorPath(slug),
    })),
    author_image: absolute(article.authorImage, site.url),
    word_count: article.wordCount,
    comment_count: commentCount,
    updated_at: article.updatedAt.toISOString(),
  };
}

const absolute = (address: string, url: string) => (address.startsWith('/') ? url + address : address);

/** In sanitized HTML, only images have URLs without a host. */
function withAbsoluteImages(html: string, url: string): string {
  return replaceImageTags(html, (tag, source) =>
    source.startsWith('/') ? withSource(tag, url + source) : tag,
  );
}
