import { createRoute, z } from '@hono/zod-openapi';
import { getPageRevision, listPageRevisions } from '#domain/pages/newsroom-pages.server.ts';
import type { Database } from '#platform/db/database.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { json } from './openapi/json.ts';
import { pageFields, PageNumber } from './openapi/pagination.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';
import { OwnPageId } from './own-page-json.ts';
import { revisionEntryFields, revisionEntryJson, RevisionNumber } from './revision-json.ts';

const RevisionList = z
  .object({ revisions: z.array(z.object(revisionEntryFields).openapi('PageRevisionEntry')), ...pageFields })
  .openapi('PageRevisionList');

const Revision = z
  .object({
    ...revisionEntryFields,
    slug: z.string(),
    excerpt: z.string(),
    content: z.string(),
    lang: z.string(),
    in_footer: z.boolean(),
  })
  .openapi('PageRevision');

const list = createRoute({
  ...newsroomRoute,
  path: '/newsroom/pages/{id}/revisions',
  method: 'get',
  summary: 'Lists the revisions of a page, newest first, 20 per page',
  request: { params: OwnPageId, query: z.object({ page: PageNumber }) },
  responses: {
    200: json(RevisionList, 'A page of revisions.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

const read = createRoute({
  ...newsroomRoute,
  path: '/newsroom/pages/{id}/revisions/{revision}',
  method: 'get',
  summary: 'Returns one revision of a page',
  description: 'To restore it, save its fields with `restored_from`.',
  request: { params: OwnPageId.extend({ revision: RevisionNumber }) },
  responses: {
    200: json(Revision, 'All fields of that revision.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

/** The revisions of the own pages of the publication. */
export function ownPageRevisionsApi({ database: { db } }: { readonly database: Database }) {
  return apiRouter<AuthenticatedEnv>()
    .openapi(list, async (context) => {
      const { id } = context.req.valid('param');
      const { page } = context.req.valid('query');
      const found = await listPageRevisions(db, context.var.user, { id, page });
      const revisions = found.rows.map(revisionEntryJson);
      return context.json({ revisions, page: found.page, page_count: found.pageCount }, 200);
    })
    .openapi(read, async (context) => {
      const found = await getPageRevision(db, context.var.user, context.req.valid('param'));
      const { slug, excerpt, content, lang, inFooter } = found;
      return context.json(
        { ...revisionEntryJson(found), slug, excerpt, content, lang, in_footer: inFooter },
        200,
      );
    });
}
