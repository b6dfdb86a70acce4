import { createRoute } from '@hono/zod-openapi';
import type { Actor } from '#domain/accounts/actor.ts';
import { createOwnPage, deleteOwnPage, type OwnPageDeps, saveOwnPage } from '#domain/pages/editing.server.ts';
import { getOwnPage, listOwnPages, previewOwnPage } from '#domain/pages/newsroom-pages.server.ts';
import { ownPageTags } from '#domain/pages/page.ts';
import type { CurrentSite } from '#domain/site/site.ts';
import type { PageCache } from '#http/page-cache/page-cache.server.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { CONDITIONAL_CHANGE_ERRORS, rethrowStaleWithCurrent } from './openapi/conditional-change.ts';
import { EtagHeaders, IfMatch, requireIfMatch, revisionEtag } from './openapi/entity-tag.ts';
import { json, jsonBody } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';
import {
  NewPageInput,
  OwnPage,
  OwnPageChange,
  OwnPageId,
  ownPageJson,
  OwnPageListing,
  OwnPagePreview,
  ownPageSummaryJson,
  PageInput,
  SavedPage,
} from './own-page-json.ts';

const withEtag = (description: string) => ({ ...json(OwnPage, description), headers: EtagHeaders });
const saved = (description: string) => ({ ...json(SavedPage, description), headers: EtagHeaders });
const collection = { ...newsroomRoute, path: '/newsroom/pages' as const };
const item = { ...newsroomRoute, path: '/newsroom/pages/{id}' as const };

const list = createRoute({
  ...collection,
  method: 'get',
  summary: 'Lists the own pages of the publication by title, without their texts',
  responses: {
    200: json(OwnPageListing, 'All pages, at most 100, drafts included.'),
    ...problems('unauthenticated', 'forbidden'),
  },
});

const create = createRoute({
  ...collection,
  method: 'post',
  summary: 'Creates a page',
  description:
    'A draft needs only a title; a published page also an excerpt, a text and a description of every image. The slug may ' +
    'not be the first segment of a path of the site.',
  request: { body: jsonBody(NewPageInput) },
  responses: {
    201: saved('The page.'),
    ...problems(...NEWSROOM_ERRORS, 'conflict', 'too_large', 'unprocessable'),
  },
});

const read = createRoute({
  ...item,
  method: 'get',
  summary: 'Returns a page',
  request: { params: OwnPageId },
  responses: {
    200: withEtag('The page.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

const update = createRoute({
  ...item,
  method: 'put',
  summary: 'Saves, publishes or unpublishes a page',
  description:
    'A slug at which the page was published redirects. A save that is not based on the current revision is rejected with ' +
    '412; the response has the current page in `current`.',
  request: { params: OwnPageId, headers: IfMatch, body: jsonBody(OwnPageChange) },
  responses: {
    200: saved('The saved page.'),
    ...problems('conflict', 'too_large', ...CONDITIONAL_CHANGE_ERRORS),
  },
});

const remove = createRoute({
  ...item,
  method: 'delete',
  summary: 'Deletes a page with its revisions',
  request: { params: OwnPageId, headers: IfMatch },
  responses: {
    204: { description: 'Deleted. The addresses at which readers could see it answer 410.' },
    ...problems(...NEWSROOM_ERRORS, 'not_found', 'stale', 'precondition_required'),
  },
});

const preview = createRoute({
  ...newsroomRoute,
  path: '/newsroom/pages/previews',
  method: 'post',
  summary: 'Returns a page as readers would see it; stores nothing',
  request: { body: jsonBody(PageInput) },
  responses: {
    200: json(OwnPagePreview, 'The props of the page view.'),
    ...problems(...NEWSROOM_ERRORS, 'too_large', 'unprocessable'),
  },
});

export interface OwnPagesApiDeps extends OwnPageDeps {
  readonly site: CurrentSite;
  readonly pages: Pick<PageCache, 'whenRevalidated'>;
}

/** The own pages of the publication. */
export function ownPagesApi(deps: OwnPagesApiDeps) {
  const { db } = deps.database;
  const rethrowWithCurrent = (actor: Actor, id: string) =>
    rethrowStaleWithCurrent(async () => ownPageJson(await getOwnPage(db, actor, id), deps.site()));
  return apiRouter<AuthenticatedEnv>()
    .openapi(list, async (context) => {
      const pages = await listOwnPages(db, context.var.user);
      return context.json({ pages: pages.map((page) => ownPageSummaryJson(page, deps.site())) }, 200);
    })
    .openapi(preview, async (context) => {
      const page = await previewOwnPage(db, context.var.user, context.req.valid('json'));
      return context.json({ page: { ...page } }, 200);
    })
    .openapi(create, async (context) => {
      const { user } = context.var;
      const { id, notices } = await createOwnPage(deps, user, context.req.valid('json'));
      const page = await getOwnPage(db, user, id);
      context.header('etag', revisionEtag(page.revision));
      return context.json({ ...ownPageJson(page, deps.site()), notices: [...notices] }, 201);
    })
    .openapi(read, async (context) => {
      const page = await getOwnPage(db, context.var.user, context.req.valid('param').id);
      context.header('etag', revisionEtag(page.revision));
      return context.json(ownPageJson(page, deps.site()), 200);
    })
    .openapi(update, async (context) => {
      const { user } = context.var;
      const { id } = context.req.valid('param');
      const basedOn = requireIfMatch(context.req.valid('header'));
      const { restored_from: restoredFrom, ...input } = context.req.valid('json');
      const notices = await saveOwnPage(deps, user, { id, basedOn, input, restoredFrom }).catch(
        rethrowWithCurrent(user, id),
      );
      // The page that the editor looks at next.
      await deps.pages.whenRevalidated([ownPageTags.page(id)]);
      const page = await getOwnPage(db, user, id);
      context.header('etag', revisionEtag(page.revision));
      return context.json({ ...ownPageJson(page, deps.site()), notices: [...notices] }, 200);
    })
    .openapi(remove, async (context) => {
      const { user } = context.var;
      const { id } = context.req.valid('param');
      const basedOn = requireIfMatch(context.req.valid('header'));
      await deleteOwnPage(deps, user, { id, basedOn }).catch(rethrowWithCurrent(user, id));
      return context.body(null, 204);
    });
}
