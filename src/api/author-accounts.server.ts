import { createRoute, z } from '@hono/zod-openapi';
import { linkAccount, listAccountChoices } from '#domain/articles/authors/author-account.server.ts';
import { authorAccountInput, ownProfileInput } from '#domain/articles/authors/author-input.ts';
import { getAuthor } from '#domain/articles/authors/newsroom-authors.server.ts';
import { getOwnProfile, updateOwnProfile } from '#domain/articles/authors/own-profile.server.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import { authorJson, authorResponse } from './author-json.ts';
import type { AuthorsApiDeps } from './authors.server.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { CONDITIONAL_CHANGE_ERRORS, rethrowStaleWithCurrent } from './openapi/conditional-change.ts';
import { IfMatch, requireIfMatch, revisionEtag } from './openapi/entity-tag.ts';
import { json, jsonBody } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const AccountChoice = z
  .object({ id: z.uuid(), name: z.string(), email: z.string() })
  .openapi('AuthorAccountChoice');

const listChoices = createRoute({
  ...newsroomRoute,
  method: 'get',
  path: '/newsroom/author-accounts',
  summary: 'Lists accounts with a role and without a profile by name, at most 20',
  request: {
    query: z.object({
      search: z.string().max(100).default('').meta({ description: 'A part of the name or address.' }),
    }),
  },
  responses: {
    200: json(z.object({ accounts: z.array(AccountChoice) }), 'The accounts.'),
    ...problems(...NEWSROOM_ERRORS),
  },
});

const link = createRoute({
  ...newsroomRoute,
  method: 'put',
  path: '/newsroom/authors/{id}/account',
  summary: 'Links the profile of an author to an account, or removes the link',
  description:
    'An account has at most one profile. Its owner may change biography, picture and links, and new articles of the account ' +
    'have the author as byline unless they name another one.',
  request: {
    params: z.object({ id: z.uuid() }),
    body: jsonBody(authorAccountInput.openapi('AuthorAccount')),
  },
  responses: {
    200: authorResponse('The changed author.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found', 'conflict', 'unprocessable'),
  },
});

const ownRoute = { ...newsroomRoute, path: '/newsroom/own-author' as const };

const readOwn = createRoute({
  ...ownRoute,
  method: 'get',
  summary: 'Returns the profile that is linked to the signed-in account',
  responses: {
    200: authorResponse('The author.'),
    ...problems('unauthenticated', 'forbidden', 'not_found'),
  },
});

const updateOwn = createRoute({
  ...ownRoute,
  method: 'put',
  summary: 'Changes biography, picture and links of the profile that is linked to the signed-in account',
  request: { headers: IfMatch, body: jsonBody(ownProfileInput.openapi('OwnAuthorInput')) },
  responses: { 200: authorResponse('The changed author.'), ...problems(...CONDITIONAL_CHANGE_ERRORS) },
});

/** The accounts of authors: links, and the own profile. */
export function authorAccountsApi(deps: AuthorsApiDeps) {
  const { database, pages, site } = deps;
  return apiRouter<AuthenticatedEnv>()
    .openapi(listChoices, async (context) => {
      const { search } = context.req.valid('query');
      return context.json({ accounts: await listAccountChoices(database.db, context.var.user, search) }, 200);
    })
    .openapi(link, async (context) => {
      const { id } = context.req.valid('param');
      await linkAccount(deps, context.var.user, { id, ...context.req.valid('json') });
      const author = await getAuthor(database.db, id);
      context.header('etag', revisionEtag(author.revision));
      return context.json(authorJson(author, site()), 200);
    })
    .openapi(readOwn, async (context) => {
      const author = await getOwnProfile(database.db, context.var.user);
      context.header('etag', revisionEtag(author.revision));
      return context.json(authorJson(author, site()), 200);
    })
    .openapi(updateOwn, async (context) => {
      const { user } = context.var;
      const basedOn = requireIfMatch(context.req.valid('header'));
      const readCurrent = async () => authorJson(await getOwnProfile(database.db, user), site());
      await updateOwnProfile(deps, user, { basedOn, input: context.req.valid('json') }).catch(
        rethrowStaleWithCurrent(readCurrent),
      );
      const author = await getOwnProfile(database.db, user);
      await pages.whenRevalidated([pageTags.authorPage(author.id)]);
      context.header('etag', revisionEtag(author.revision));
      return context.json(authorJson(author, site()), 200);
    });
}
