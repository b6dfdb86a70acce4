import { createRoute, z } from '@hono/zod-openapi';
import { CATEGORY_SLUGS, type CategorySlug } from '#domain/categories/category.ts';
import { listCategories } from '#domain/categories/queries.server.ts';
import { findSection } from '#domain/categories/section.ts';
import { sectionTag } from '#domain/categories/tags.ts';
import { Refusal } from '#platform/refusal.ts';
import { json } from './frame/json.ts';
import { problems } from './frame/problem.server.ts';
import { answerPublic, type PublicParts } from './frame/public-answer.server.ts';
import { apiRouter } from './frame/router.server.ts';

const reading = { method: 'get' as const, tags: ['Reading'] };

const Category = z
  .object({
    id: z.uuid(),
    slug: z.enum(CATEGORY_SLUGS),
    name: z.string(),
    url: z.url().meta({ description: 'Where people read it.' }),
    description: z.string().meta({ description: 'As its page shows it: plain text.' }),
  })
  .openapi('PublicCategory');

const list = createRoute({
  ...reading,
  path: '/categories',
  summary: 'The sections, and `articles` for the page of all of them',
  responses: {
    200: json(z.object({ categories: z.array(Category) }).openapi('CategoryListing'), 'In their order.'),
    ...problems('unavailable'),
  },
});

const read = createRoute({
  ...reading,
  path: '/categories/{slug}',
  summary: 'A section',
  request: { params: z.object({ slug: z.string().max(100) }) },
  responses: { 200: json(Category, 'The section.'), ...problems('not_found', 'unavailable') },
});

export function publicCategoriesApi({ database: { db }, pages, site }: PublicParts) {
  return apiRouter()
    .openapi(list, (context) =>
      answerPublic(pages, context, {}, async () => ({
        body: { categories: await readAll() },
        tags: CATEGORY_SLUGS.map(sectionTag),
      })),
    )
    .openapi(read, (context) => {
      const { slug } = context.req.valid('param');
      return answerPublic(pages, context, {}, async () => {
        const category = (await readAll()).find((one) => one.slug === slug);
        if (category === undefined) throw new Refusal('not_found');
        return { body: category, tags: [sectionTag(category.slug)] };
      });
    });

  async function readAll(): Promise<z.infer<typeof Category>[]> {
    const records = await listCategories(db);
    return records.map(({ id, slug, description }) => ({
      id,
      slug,
      ...shown(slug),
      ...(description.trim() !== '' && { description: description.trim() }),
    }));
  }

  function shown(slug: CategorySlug) {
    const section = findSection(slug);
    return section === null
      ? { name: 'Articles', url: `${site.url}/articles`, description: site.tagline }
      : { name: section.names.badge, url: site.url + section.path, description: section.description };
  }
}
