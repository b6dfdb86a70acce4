import { z } from '@hono/zod-openapi';
import { DEFAULT_AUTHOR_IMAGE, DEFAULT_READ_TIME } from '#domain/articles/article.ts';
import type { ArticleFields } from '#domain/articles/article-fields.ts';
import type { NewsroomArticle as Article } from '#domain/articles/newsroom-queries.server.ts';
import { ARTICLE_SECTIONS } from '#domain/categories/section.ts';

export const SectionSlug = z.enum(ARTICLE_SECTIONS.map((section) => section.slug));

export const ArticleId = z.object({ id: z.uuid() });

/** A text with a wide limit against abuse, in characters. The command applies the actual limits. */
const line = () => z.string().max(10_000, 'Please use far fewer characters');

/** The input of the article editor. The command checks for empty fields, because it has the messages for the editor. */
export const ArticleInput = z
  .object({
    title: line().meta({ description: 'At most 300 characters.' }),
    slug: line().meta({
      description: 'Lowercase letters and digits with single hyphens; other text is converted.',
    }),
    excerpt: line().meta({ description: 'At most 1,000 characters.' }),
    content: z.string().meta({
      description:
        'HTML, reduced to the elements of the editor. Images in `data:` URLs are stored separately. At most 2 MB without them.',
    }),
    category_slug: SectionSlug,
    author_name: line().default('').meta({ description: 'Empty for the default author of the site.' }),
    author_image: line().default(DEFAULT_AUTHOR_IMAGE),
    read_time: line()
      .default(DEFAULT_READ_TIME)
      .meta({ description: 'The default is replaced by a value calculated from the word count.' }),
    read_time_typed: z.boolean().default(false).meta({
      description: 'True if an editor set the read time, even to the default or the calculated value.',
    }),
    featured: z.boolean().default(false),
    image: line()
      .default('')
      .meta({ description: 'The URL of an uploaded image or any https URL; empty for none.' }),
    image_alt: line().nullable().default(null).meta({
      description:
        'Alternative text; empty for a decorative image. If it is null, the article can be saved only as a draft.',
    }),
    tags: z
      .array(line())
      .max(100)
      .default([])
      .meta({ description: 'The first 10 are stored, each of up to 40 characters.' }),
    lang: line().default('').meta({
      description: 'Language of the text as a BCP 47 tag; empty for the language of the site.',
    }),
    is_draft: z
      .boolean()
      .default(true)
      .meta({ description: 'False publishes the article, true unpublishes it.' }),
  })
  .openapi('ArticleInput');

const isoDateTime = z.iso.datetime();

export const NewsroomArticle = z
  .object({
    ...articleFieldsShape(),
    id: z.uuid(),
    revision: z.int().meta({ description: 'Increases by one with every save.' }),
    publish_date: isoDateTime
      .nullable()
      .meta({ description: 'When it was first published; never changes afterwards.' }),
    word_count: z.int(),
    created_at: isoDateTime,
    updated_at: isoDateTime,
    created_by_name: z.string().nullable(),
    updated_by_name: z.string().nullable(),
  })
  .openapi('NewsroomArticle');
type NewsroomArticle = z.infer<typeof NewsroomArticle>;

/** The editable fields of an article in responses, where none is optional. */
export function articleFieldsShape() {
  return {
    title: z.string(),
    slug: z.string(),
    excerpt: z.string(),
    content: z.string(),
    category_slug: SectionSlug,
    author_name: z.string(),
    author_image: z.string(),
    read_time: z.string(),
    read_time_typed: z.boolean(),
    featured: z.boolean(),
    image: z.string(),
    image_alt: z.string().nullable(),
    tags: z.array(z.string()),
    lang: z.string(),
    is_draft: z.boolean(),
  };
}

export function toArticleFields(input: z.infer<typeof ArticleInput>): ArticleFields {
  return {
    title: input.title,
    slug: input.slug,
    excerpt: input.excerpt,
    content: input.content,
    sectionSlug: input.category_slug,
    authorName: input.author_name,
    authorImage: input.author_image,
    readTime: input.read_time,
    readTimeTyped: input.read_time_typed,
    featured: input.featured,
    image: input.image,
    imageAlt: input.image_alt,
    tags: input.tags,
    lang: input.lang,
    isDraft: input.is_draft,
  };
}

export function articleFieldsJson(fields: ArticleFields): z.infer<typeof ArticleInput> {
  return {
    title: fields.title,
    slug: fields.slug,
    excerpt: fields.excerpt,
    content: fields.content,
    category_slug: fields.sectionSlug,
    author_name: fields.authorName,
    author_image: fields.authorImage,
    read_time: fields.readTime,
    read_time_typed: fields.readTimeTyped,
    featured: fields.featured,
    image: fields.image,
    image_alt: fields.imageAlt,
    tags: [...fields.tags],
    lang: fields.lang,
    is_draft: fields.isDraft,
  };
}

export function articleJson(article: Article): NewsroomArticle {
  return {
    ...articleFieldsJson(article),
    id: article.id,
    revision: article.revision,
    publish_date: article.publishDate?.toISOString() ?? null,
    word_count: article.wordCount,
    created_at: article.createdAt.toISOString(),
    updated_at: article.updatedAt.toISOString(),
    created_by_name: article.createdByName,
    updated_by_name: article.updatedByName,
  };
}
