import { createRoute, z } from '@hono/zod-openapi';
import { ALL_ARTICLES } from '#domain/categories/category.ts';
import { listCategories } from '#domain/categories/queries.server.ts';
import { type Section, sectionPath } from '#domain/categories/section.ts';
import { SECTIONS_TAG, sectionTag } from '#domain/categories/cache-tags.ts';
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
    slug: z.string(),
    name: z.string(),
    url: z.url().meta({ description: 'The address of its page.' }),
    description: z.string().meta({ description: 'Plain text, as its page shows it.' }),
  })
  .openapi('PublicCategory');

const list = createRoute({
  ...reading,
  path: '/categories',
  summary: 'Lists the visible sections, and `articles` for the page of all articles',
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
      respondCached(pages, context, {}, async () => {
        const { site } = await publications.latest();
        const records = await readRecords();
        const sections = site.sections.visible.map((section) => sectionFields(site, section));
        return {
          body: { categories: [allArticlesFields(site), ...sections].map(withRecord(records)) },
          tags: [SECTIONS_TAG, sectionTag(ALL_ARTICLES)],
        };
      }),
    )
    .openapi(read, (context) => {
      const { slug } = context.req.valid('param');
      return respondCached(pages, context, {}, async () => {
        const { site } = await publications.latest();
        const section = site.sections.find(slug);
        if (section === null && slug !== ALL_ARTICLES) throw new DomainError('not_found');
        const fields = section === null ? allArticlesFields(site) : sectionFields(site, section);
        return {
          body: withRecord(await readRecords())(fields),
          tags: [SECTIONS_TAG, sectionTag(slug)],
        };
      });
    });

  async function readRecords(): Promise<ReadonlyMap<string, CategoryRecord>> {
    const records = await listCategories(db);
    return new Map(records.map((record) => [record.slug, record]));
  }
}

type CategoryRecord = Awaited<ReturnType<typeof listCategories>>[number];
type Fields = Omit<z.infer<typeof Category>, 'id'>;

const withRecord =
  (records: ReadonlyMap<string, CategoryRecord>) =>
  (fields: Fields): z.infer<typeof Category> => {
    const record = records.get(fields.slug);
    if (record === undefined) throw new DomainError('not_found');
    return { id: record.id, ...fields, description: record.description.trim() || fields.description };
  };

const allArticlesFields = (site: Site): Fields => ({
  slug: ALL_ARTICLES,
  name: 'Articles',
  url: `${site.url}/articles`,
  description: site.tagline,
});

const sectionFields = (site: Site, section: Section): Fields => ({
  slug: section.slug,
  name: section.shortName,
  url: site.url + sectionPath(section),
  description: section.description || site.tagline,
});
