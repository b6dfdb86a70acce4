import { z } from '@hono/zod-openapi';
import { authorPath } from '#domain/articles/authors/author.ts';
import type { NewsroomAuthor as Author } from '#domain/articles/authors/newsroom-authors.server.ts';
import type { Site } from '#domain/site/site.ts';
import { EtagHeaders } from './openapi/entity-tag.ts';
import { json } from './openapi/json.ts';

export const NewsroomAuthor = z
  .object({
    id: z.uuid(),
    revision: z.int().meta({ description: 'Increases by one with every change.' }),
    name: z.string(),
    slug: z.string(),
    url: z.url().meta({ description: 'The public page of the author.' }),
    bio: z.string(),
    picture: z.string(),
    picture_alt: z.string(),
    links: z.array(z.string()),
    account: z
      .object({ id: z.uuid(), name: z.string() })
      .nullable()
      .meta({ description: 'The account whose owner may edit biography, picture and links; null for none.' }),
    article_count: z.int().meta({ description: 'Drafts included.' }),
    updated_at: z.iso.datetime(),
  })
  .openapi('NewsroomAuthor');

export const authorResponse = (description: string) => ({
  ...json(NewsroomAuthor, description),
  headers: EtagHeaders,
});

/** An author as the newsroom sees it. */
export const authorJson = (author: Author, site: Pick<Site, 'url'>): z.infer<typeof NewsroomAuthor> => ({
  id: author.id,
  revision: author.revision,
  name: author.name,
  slug: author.slug,
  url: site.url + authorPath(author.slug),
  bio: author.bio,
  picture: author.picture,
  picture_alt: author.pictureAlt,
  links: author.links,
  account: author.userId === null ? null : { id: author.userId, name: author.accountName ?? '' },
  article_count: author.articleCount,
  updated_at: author.updatedAt.toISOString(),
});
