import { z } from '@hono/zod-openapi';
import { DEFAULT_AUTHOR_IMAGE, DEFAULT_READ_TIME } from '#domain/articles/article.ts';
import type { Manuscript } from '#domain/articles/manuscript.ts';
import type { NewsroomArticle as Article } from '#domain/articles/newsroom-queries.server.ts';
import { ARTICLE_SECTIONS } from '#domain/categories/section.ts';

export const SectionSlug = z.enum(ARTICLE_SECTIONS.map((section) => section.slug));

export const ArticleId = z.object({ id: z.uuid() });

/** A wide limit against abuse, before anything is made of a text. Characters. */
const line = () => z.string().max(10_000, 'Please use far fewer characters');

/** What an editor hands in. The words of refusals are the newsroom's, so that emptiness is judged there and not here. */
export const ArticleInput = z
  .object({
    title: line().meta({ description: 'At most 300 characters.' }),
    slug: line().meta({
      description: 'Lower-case letters and digits with single hyphens; made so if it is not.',
    }),
    excerpt: line().meta({ description: 'At most 1,000 characters.' }),
    content: z.string().meta({
      description:
        'HTML, reduced to what the editor knows. Pictures in it as `data:` addresses are stored apart. At most 2 MB without them.',
    }),
    category_slug: SectionSlug,
    author_name: line().default('').meta({ description: 'Empty for the author of the house.' }),
    author_image: line().default(DEFAULT_AUTHOR_IMAGE),
    read_time: line()
      .default(DEFAULT_READ_TIME)
      .meta({ description: 'Left as it is, it follows the number of words.' }),
    read_time_typed: z.boolean().default(false).meta({
      description: 'True keeps a read time that equals the default or the computed one.',
    }),
    featured: z.boolean().default(false),
    image: line()
      .default('')
      .meta({ description: 'A picture of ours or any https address; empty for none.' }),
    image_alt: line().nullable().default(null).meta({
      description:
        'What the picture shows; empty for a decorative one. Without it the article can only be saved as a draft.',
    }),
    tags: z.array(line()).max(100).default([]).meta({ description: 'The first 10 stay, of 40 characters.' }),
    lang: line().default('').meta({
      description: 'Language of its words, a BCP 47 tag; empty for the language of the site.',
    }),
    is_draft: z.boolean().default(true).meta({ description: 'False publishes, true takes offline.' }),
  })
  .openapi('ArticleInput');

const moment = z.iso.datetime();

export const NewsroomArticle = z
  .object({
    ...manuscriptShape(),
    id: z.uuid(),
    revision: z.int().meta({ description: 'Grows by one with every save.' }),
    publish_date: moment.nullable().meta({ description: 'When it was first published; never moves again.' }),
    word_count: z.int(),
    created_at: moment,
    updated_at: moment,
    created_by_name: z.string().nullable(),
    updated_by_name: z.string().nullable(),
  })
  .openapi('NewsroomArticle');
type NewsroomArticle = z.infer<typeof NewsroomArticle>;

/** What is answered has every field. */
export function manuscriptShape() {
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

export function manuscriptFrom(input: z.infer<typeof ArticleInput>): Manuscript {
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

export function manuscriptJson(manuscript: Manuscript): z.infer<typeof ArticleInput> {
  return {
    title: manuscript.title,
    slug: manuscript.slug,
    excerpt: manuscript.excerpt,
    content: manuscript.content,
    category_slug: manuscript.sectionSlug,
    author_name: manuscript.authorName,
    author_image: manuscript.authorImage,
    read_time: manuscript.readTime,
    read_time_typed: manuscript.readTimeTyped,
    featured: manuscript.featured,
    image: manuscript.image,
    image_alt: manuscript.imageAlt,
    tags: [...manuscript.tags],
    lang: manuscript.lang,
    is_draft: manuscript.isDraft,
  };
}

export function articleJson(article: Article): NewsroomArticle {
  return {
    ...manuscriptJson(article),
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
