import { createRoute } from '@hono/zod-openapi';
import { getNewsroomArticle } from '#domain/articles/newsroom-queries.server.ts';
import {
  discardChanges,
  publishChanges,
  saveForLater,
} from '#domain/articles/pending/saving-for-later.server.ts';
import {
  ArticleId,
  ArticleInput,
  articleJson,
  NewsroomArticle,
  SavedArticle,
  savedArticleJson,
  toArticleFields,
} from './article-json.ts';
import {
  type ArticleApiDeps,
  rethrowWithCurrentArticle,
  waitForArticlePages,
} from './article-writes.server.ts';
import { SaveHeaders, toContainedAutosave } from './save-headers.ts';
import { newsroomRoute, type AuthenticatedEnv } from './middleware/authentication.server.ts';
import { CONDITIONAL_CHANGE_ERRORS } from './openapi/conditional-change.ts';
import { EtagHeaders, IfMatch, requireIfMatch, revisionEtag } from './openapi/entity-tag.ts';
import { json, jsonBody } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const pendingRoute = { ...newsroomRoute, path: '/newsroom/articles/{id}/pending-changes' as const };

const article = (description: string) => ({ ...json(NewsroomArticle, description), headers: EtagHeaders });

const save = createRoute({
  ...pendingRoute,
  method: 'put',
  summary: 'Saves changes of a published article for later',
  description:
    'For those who may publish it. Readers see nothing of them, and no date or address changes, until they are published. They are ' +
    'a revision, and all later requests are based on it. `is_draft` is ignored. Another article cannot use the slug meanwhile. 409 ' +
    'for an article that is not published.',
  request: { params: ArticleId, headers: SaveHeaders, body: jsonBody(ArticleInput) },
  responses: {
    200: { ...json(SavedArticle, 'The article with the pending changes.'), headers: EtagHeaders },
    ...problems('conflict', 'too_large', 'unavailable', ...CONDITIONAL_CHANGE_ERRORS),
  },
});

const discard = createRoute({
  ...pendingRoute,
  method: 'delete',
  summary: 'Discards the pending changes of an article',
  description:
    'The text that readers see becomes the newest revision again; the one with the changes stays. Ends what is scheduled for them. ' +
    '409 if there are none.',
  request: { params: ArticleId, headers: IfMatch },
  responses: {
    200: article('The article as readers see it.'),
    ...problems('conflict', ...CONDITIONAL_CHANGE_ERRORS),
  },
});

const publish = createRoute({
  ...newsroomRoute,
  path: '/newsroom/articles/{id}/pending-changes/publication',
  method: 'post',
  summary: 'Publishes the pending changes of an article',
  description: 'Requires what saving a published article requires. 409 if there are none.',
  request: { params: ArticleId, headers: IfMatch },
  responses: {
    200: article('The article. Its pages are already updated.'),
    ...problems('conflict', ...CONDITIONAL_CHANGE_ERRORS),
  },
});

/** Pending changes of published articles. */
export function pendingChangesApi(deps: ArticleApiDeps) {
  const { database } = deps;
  return apiRouter<AuthenticatedEnv>()
    .openapi(save, async (context) => {
      const { user } = context.var;
      const { id } = context.req.valid('param');
      const basedOn = requireIfMatch(context.req.valid('header'));
      const fields = toArticleFields(context.req.valid('json'));
      const autosave = toContainedAutosave(context.req.valid('header'));
      const notices = await saveForLater(deps, user, { id, basedOn, fields, autosave }).catch(
        rethrowWithCurrentArticle(database, user, id),
      );
      const saved = await getNewsroomArticle(database.db, user, id);
      context.header('etag', revisionEtag(saved.revision));
      return context.json(savedArticleJson(saved, notices), 200);
    })
    .openapi(discard, async (context) => {
      const { user } = context.var;
      const { id } = context.req.valid('param');
      const basedOn = requireIfMatch(context.req.valid('header'));
      await discardChanges(deps, user, { id, basedOn }).catch(rethrowWithCurrentArticle(database, user, id));
      const live = await getNewsroomArticle(database.db, user, id);
      context.header('etag', revisionEtag(live.revision));
      return context.json(articleJson(live), 200);
    })
    .openapi(publish, async (context) => {
      const { user } = context.var;
      const { id } = context.req.valid('param');
      const basedOn = requireIfMatch(context.req.valid('header'));
      await publishChanges(deps, user, { id, basedOn }).catch(rethrowWithCurrentArticle(database, user, id));
      const published = await getNewsroomArticle(database.db, user, id);
      await waitForArticlePages(deps, published);
      context.header('etag', revisionEtag(published.revision));
      return context.json(articleJson(published), 200);
    });
}
