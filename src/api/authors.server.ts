import { createRoute, z } from '@hono/zod-openapi';
import { authorInput } from '#domain/articles/authors/author-input.ts';
import { createAuthor, deleteAuthor, updateAuthor } from '#domain/articles/authors/editing.server.ts';
import {
  getAuthor,
  listAuthors,
  type NewsroomAuthor as NewsroomAuthorRow,
} from '#domain/articles/authors/newsroom-authors.server.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import type { CurrentSite } from '#domain/site/site.ts';
import type { PageCache } from '#http/page-cache/page-cache.server.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import { authorJson, authorResponse, NewsroomAuthor } from './author-json.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { CONDITIONAL_CHANGE_ERRORS, rethrowStaleWithCurrent } from './openapi/conditional-change.ts';
import { IfMatch, requireIfMatch, revisionEtag } from './openapi/entity-tag.ts';
import { json, jsonBody } from './openapi/json.ts';
import { pageFields, pageJson, PageNumber } from './openapi/pagination.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const AuthorInput = authorInput.openapi('AuthorInput');

const AuthorListing = z
  .object({ authors: z.array(NewsroomAuthor), total: z.int(), ...pageFields })
  .openapi('AuthorListing');

const params = z.object({ id: z.uuid() });
const ListQuery = z.object({
  search: z.string().max(100).default('').meta({ description: 'A part of the name.' }),
  page: PageNumber,
});

const authorRoute = { ...newsroomRoute, path: '/newsroom/authors/{id}' as const };

const list = createRoute({
  ...newsroomRoute,
  path: '/newsroom/authors',
  method: 'get',
  summary: 'Lists the authors by name, 20 per page',
  request: { query: ListQuery },
  responses: {
    200: json(AuthorListing, 'A page of authors.'),
    ...problems(...NEWSROOM_ERRORS),
  },
});

const create = createRoute({
  ...newsroomRoute,
  path: '/newsroom/authors',
  method: 'post',
  summary: 'Creates the profile of an author',
  request: { body: jsonBody(AuthorInput) },
  responses: {
    201: authorResponse('The author, whose page is public.'),
    ...problems(...NEWSROOM_ERRORS, 'conflict', 'unprocessable'),
  },
});

const read = createRoute({
  ...authorRoute,
  method: 'get',
  summary: 'Returns an author',
  request: { params },
  responses: {
    200: authorResponse('The author.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

const update = createRoute({
  ...authorRoute,
  method: 'put',
  summary: 'Changes the profile of an author',
  description:
    'A new name is at once that of all articles of the author; a former slug redirects. A change that is not based on the ' +
    'current revision is rejected with 412; the response has the current author in `current`.',
  request: { params, headers: IfMatch, body: jsonBody(AuthorInput) },
  responses: {
    200: authorResponse('The changed author.'),
    ...problems('conflict', ...CONDITIONAL_CHANGE_ERRORS),
  },
});

const remove = createRoute({
  ...authorRoute,
  method: 'delete',
  summary: 'Deletes the profile of an author',
  description: 'The articles stay, and show the name without a link.',
  request: { params, headers: IfMatch },
  responses: {
    204: { description: 'Deleted; its page no longer exists.' },
    ...problems(...NEWSROOM_ERRORS, 'not_found', 'stale', 'precondition_required'),
  },
});

export interface AuthorsApiDeps extends CommandDeps {
  readonly site: CurrentSite;
  readonly pages: Pick<PageCache, 'whenRevalidated'>;
}

/** The profiles of authors. */
export function authorsApi(deps: AuthorsApiDeps) {
  const { database, pages, site } = deps;
  const toJson = (author: NewsroomAuthorRow) => authorJson(author, site());
  const rethrowWithCurrent = (id: string) =>
    rethrowStaleWithCurrent(async () => toJson(await getAuthor(database.db, id)));
  return apiRouter<AuthenticatedEnv>()
    .openapi(list, async (context) => {
      const found = await listAuthors(database.db, context.req.valid('query'));
      return context.json({ authors: found.authors.map(toJson), ...pageJson(found) }, 200);
    })
    .openapi(create, async (context) => {
      const id = await createAuthor(deps, context.var.user, context.req.valid('json'));
      const author = await getAuthor(database.db, id);
      context.header('etag', revisionEtag(author.revision));
      return context.json(toJson(author), 201);
    })
    .openapi(read, async (context) => {
      const author = await getAuthor(database.db, context.req.valid('param').id);
      context.header('etag', revisionEtag(author.revision));
      return context.json(toJson(author), 200);
    })
    .openapi(update, async (context) => {
      const { id } = context.req.valid('param');
      const change = {
        id,
        basedOn: requireIfMatch(context.req.valid('header')),
        input: context.req.valid('json'),
      };
      await updateAuthor(deps, context.var.user, change).catch(rethrowWithCurrent(id));
      // The page that the editor looks at next. Articles are re-rendered in the background.
      await pages.whenRevalidated([pageTags.authorPage(id)]);
      const author = await getAuthor(database.db, id);
      context.header('etag', revisionEtag(author.revision));
      return context.json(toJson(author), 200);
    })
    .openapi(remove, async (context) => {
      const { id } = context.req.valid('param');
      const basedOn = requireIfMatch(context.req.valid('header'));
      await deleteAuthor(deps, context.var.user, { id, basedOn }).catch(rethrowWithCurrent(id));
      return context.body(null, 204);
    });
}
