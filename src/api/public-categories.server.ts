import { createRoute, z } from '@hono/zod-openapi';
import { CATEGORY_SLUGS, type CategorySlug } from '#domain/categories/category.ts';
import { listCategories } from '#domain/categories/queries.server.ts';
import { findSection } from '#domain/categories/section.ts';
import { sectionTag } from '#domain/categories/tags.ts';
import type { Site } from '#domain/site/site.ts';
import { DomainError } from '#platform/domain-error.ts';
import { json } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { respondCached, type PublicApiDeps } from './public-response.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const reading = { method: 'get' as const, tags: ['Reading'] };

const Category = z
  .object({
    id: z.uuid(),
    slug: z.enum(CATEGORY_SLUGS),
    name: z.string(),
    url: z.url().meta({ description: 'The address of its page.' }),
    description: z.string().meta({ description: 'Plain text, as its page shows it.' }),
  })
  .openapi('PublicCategory');

const list = createRoute({
  ...reading,
  path: '/categories',
  summary: 'Lists the sections, and `articles` for the page of all articles',
  responses: {
    200: json(
      z.object({ categories: z.array(Category) }).openapi('CategoryListing'),
      'The sections in their order.',
    ),
    ...problems('unavailable'),
  },
});

const read = createRoute({
  ...reading,
  path: '/categories/{slug}',
  summary: 'Returns a section',
  request: { params: z.object({ slug: z.string().max(100) }) },
  responses: { 200: json(Category, 'The section.'), ...problems('not_found', 'unavailable') },
});

export function publicCategoriesApi({ database: { db }, pages, publications }: PublicApiDeps) {
  return apiRouter()
    .openapi(list, (context) =>
      respondCached(pages, context, {}, async () => ({
        body: { categories: await readAll() },
        tags: CATEGORY_SLUGS.map(sectionTag),
      })),
    )
    .openapi(read, (context) => {
      const { slug } = context.req.valid('param');
      return respondCached(pages, context, {}, async () => {
        const category = (await readAll()).find((one) => one.slug === slug);
        if (category === undefined) throw new DomainError('not_found');
        return { body: category, tags: [sectionTag(category.slug)] };
      });
    });

  async function readAll(): Promise<z.infer<typeof Category>[]> {
    const { site } = await publications.latest();
    const records = await listCategories(db);
    return records.map(({ id, slug, description }) => ({
      id,
      slug,
      ...sectionFields(site, slug),
      ...(description.trim() !== '' && { description: description.trim() }),
    }));
  }
}

function sectionFields(site: Site, slug: CategorySlug) {
  const section = findSection(slug);
  return section === null
    ? { name: 'Articles', url: `${site.url}/articles`, description: site.tagline }
    : { name: section.names.badge, url: site.url + section.path, description: section.description };
}
