import { createRoute, z } from '@hono/zod-openapi';
import { countArticlesOfSections, removeSection } from '#domain/articles/section-removal.server.ts';
import {
  findNewsroomSections,
  getNewsroomSection,
  type NewsroomSection as Section,
  orderRevision,
} from '#domain/categories/newsroom-sections.server.ts';
import { SECTION_LIMIT, SECTION_SLUG_MAX_LENGTH, sectionPath } from '#domain/categories/section.ts';
import { addSection, type SectionDeps, updateSection } from '#domain/categories/section-editing.server.ts';
import { sectionInput } from '#domain/categories/section-input.ts';
import { reorderSections } from '#domain/categories/section-order.server.ts';
import { newsroomRoute, type AuthenticatedEnv } from './middleware/authentication.server.ts';
import { CONDITIONAL_CHANGE_ERRORS, rethrowStaleWithCurrent } from './openapi/conditional-change.ts';
import {
  EtagHeaders,
  IfMatch,
  requireIfMatch,
  requireTextIfMatch,
  revisionEtag,
  textEtag,
} from './openapi/entity-tag.ts';
import { json, jsonBody } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const SectionInput = sectionInput.openapi('SectionInput');

const NewsroomSection = z
  .object({
    id: z.uuid(),
    slug: z.string().meta({ description: 'The `category_slug` of its articles. Never changes.' }),
    revision: z.int().meta({ description: 'Increases by one with every change except of the order.' }),
    name: z.string(),
    short_name: z.string(),
    path: z.string(),
    path_segment: z.string(),
    is_category: z.boolean(),
    icon: z.string(),
    description: z.string().meta({ description: 'Empty if none is set.' }),
    empty_text: z.string(),
    is_visible: z.boolean(),
    article_count: z
      .int()
      .meta({ description: 'Drafts, the trash and articles that pending changes move here included.' }),
  })
  .openapi('NewsroomSection');

const SectionListing = z
  .object({ sections: z.array(NewsroomSection), revision: z.string() })
  .openapi('SectionListing', {
    description: '`revision` is that of the order, and the `ETag` without quotes.',
  });

const SectionOrder = z
  .strictObject({
    slugs: z
      .array(z.string().max(SECTION_SLUG_MAX_LENGTH))
      .max(SECTION_LIMIT)
      .meta({ description: 'Every section once.' }),
  })
  .openapi('SectionOrder');

const params = z.object({ id: z.uuid() });
const removal = z.object({
  move_to: z
    .string()
    .max(SECTION_SLUG_MAX_LENGTH)
    .optional()
    .meta({ description: 'The slug of another section.' }),
});
const listWithEtag = { ...json(SectionListing, 'All sections in their order.'), headers: EtagHeaders };
const withEtag = (description: string) => ({ ...json(NewsroomSection, description), headers: EtagHeaders });
const sectionRoute = { ...newsroomRoute, path: '/newsroom/sections/{id}' as const };
const access = ['invalid', 'unauthenticated', 'forbidden'] as const;

const list = createRoute({
  ...newsroomRoute,
  path: '/newsroom/sections',
  method: 'get',
  summary: 'Lists all sections in their order, hidden ones included',
  responses: { 200: listWithEtag, ...problems(...access) },
});

const add = createRoute({
  ...newsroomRoute,
  path: '/newsroom/sections',
  method: 'post',
  summary: 'Adds a section at the end',
  description: 'A path that the site itself, or another section, uses or used is rejected with 409.',
  request: { body: jsonBody(SectionInput) },
  responses: { 201: withEtag('The section.'), ...problems(...access, 'conflict', 'unprocessable') },
});

const reorder = createRoute({
  ...newsroomRoute,
  path: '/newsroom/section-order',
  method: 'put',
  summary: 'Changes the order of the sections, also on the home page',
  request: { headers: IfMatch, body: jsonBody(SectionOrder) },
  responses: {
    200: listWithEtag,
    ...problems(...access, 'stale', 'unprocessable', 'precondition_required'),
  },
});

const read = createRoute({
  ...sectionRoute,
  method: 'get',
  summary: 'Returns a section',
  request: { params },
  responses: { 200: withEtag('The section.'), ...problems(...access, 'not_found') },
});

const update = createRoute({
  ...sectionRoute,
  method: 'put',
  summary: 'Changes a section',
  description:
    'A former path redirects to the present one with 301. A change that is not based on the current revision is rejected ' +
    'with 412; the response has the current section in `current`.',
  request: { params, headers: IfMatch, body: jsonBody(SectionInput) },
  responses: {
    200: withEtag('The changed section.'),
    ...problems('conflict', ...CONDITIONAL_CHANGE_ERRORS),
  },
});

const remove = createRoute({
  ...sectionRoute,
  method: 'delete',
  summary: 'Removes a section',
  description:
    'With `move_to`, its articles move to another section, to which its paths redirect. Without, its paths are free; a ' +
    'section with articles, drafts and the trash included, is then rejected with 409 and their number in `article_count`.',
  request: { params, query: removal, headers: IfMatch },
  responses: {
    204: { description: 'Removed.' },
    ...problems('conflict', ...CONDITIONAL_CHANGE_ERRORS),
  },
});

/** The sections of the site. */
export function sectionsApi(deps: SectionDeps) {
  const { database } = deps;
  const { db } = database;

  async function readSection(id: string): Promise<z.infer<typeof NewsroomSection>> {
    return sectionJson(await getNewsroomSection(db, id), await countArticlesOfSections(db));
  }
  async function readList(): Promise<z.infer<typeof SectionListing>> {
    const found = await findNewsroomSections(db);
    const counts = await countArticlesOfSections(db);
    return {
      sections: found.map((section) => sectionJson(section, counts)),
      revision: orderRevision(found.map(({ slug }) => slug)),
    };
  }
  return apiRouter<AuthenticatedEnv>()
    .openapi(list, async (context) => {
      const listing = await readList();
      context.header('etag', textEtag(listing.revision));
      return context.json(listing, 200);
    })
    .openapi(add, async (context) => {
      const id = await addSection(deps, context.var.user, context.req.valid('json'));
      const section = await readSection(id);
      context.header('etag', revisionEtag(section.revision));
      return context.json(section, 201);
    })
    .openapi(reorder, async (context) => {
      const basedOn = requireTextIfMatch(context.req.valid('header'));
      const { slugs } = context.req.valid('json');
      await reorderSections(database, context.var.user, { slugs, basedOn }).catch(
        rethrowStaleWithCurrent(readList),
      );
      const listing = await readList();
      context.header('etag', textEtag(listing.revision));
      return context.json(listing, 200);
    })
    .openapi(read, async (context) => {
      const section = await readSection(context.req.valid('param').id);
      context.header('etag', revisionEtag(section.revision));
      return context.json(section, 200);
    })
    .openapi(update, async (context) => {
      const { id } = context.req.valid('param');
      const basedOn = requireIfMatch(context.req.valid('header'));
      const input = context.req.valid('json');
      await updateSection(deps, context.var.user, { id, basedOn, input }).catch(
        rethrowStaleWithCurrent(() => readSection(id)),
      );
      const section = await readSection(id);
      context.header('etag', revisionEtag(section.revision));
      return context.json(section, 200);
    })
    .openapi(remove, async (context) => {
      const { id } = context.req.valid('param');
      const basedOn = requireIfMatch(context.req.valid('header'));
      const moveTo = context.req.valid('query').move_to ?? null;
      await removeSection(database, context.var.user, { id, basedOn, moveTo }).catch(
        rethrowStaleWithCurrent(() => readSection(id)),
      );
      return context.body(null, 204);
    });
}

function sectionJson(section: Section, counts: ReadonlyMap<string, number>): z.infer<typeof NewsroomSection> {
  return {
    id: section.id,
    slug: section.slug,
    revision: section.revision,
    name: section.name,
    short_name: section.shortName,
    path: sectionPath(section),
    path_segment: section.pathSegment,
    is_category: section.isCategory,
    icon: section.icon,
    description: section.description,
    empty_text: section.emptyText,
    is_visible: section.isVisible,
    article_count: counts.get(section.slug) ?? 0,
  };
}
