import { createRoute, z } from '@hono/zod-openapi';
import { getNewsroomArticle } from '#domain/articles/newsroom-queries.server.ts';
import { returnArticle, submitArticle, withdrawArticle } from '#domain/articles/review/reviewing.server.ts';
import {
  listSubmittedArticles,
  type SubmittedArticle,
} from '#domain/articles/review/submitted-articles.server.ts';
import { noteInput } from '#domain/articles/review/note.ts';
import type { AuthenticatedUser } from '#domain/accounts/account.ts';
import type { RevisionRef } from '#domain/articles/article-locks.server.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import {
  ArticleId,
  articleJson,
  PausedScheduleJson,
  pausedScheduleJson,
  NewsroomArticle,
  SectionSlug,
} from './article-json.ts';
import { rethrowWithCurrentArticle } from './article-writes.server.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { CONDITIONAL_CHANGE_ERRORS } from './openapi/conditional-change.ts';
import { EtagHeaders, IfMatch, requireIfMatch, revisionEtag } from './openapi/entity-tag.ts';
import { json, jsonBody } from './openapi/json.ts';
import { pageFields, pageJson, PageNumber } from './openapi/pagination.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const Submitted = z
  .object({
    id: z.uuid(),
    title: z.string(),
    category_slug: SectionSlug,
    author_name: z.string(),
    word_count: z.int(),
    submitted_at: z.iso.datetime().nullable().meta({ description: 'Null unless the article is in review.' }),
    paused_schedule: PausedScheduleJson,
    updated_at: z.iso.datetime(),
    created_by_name: z.string().nullable(),
  })
  .openapi('SubmittedArticle');

const Page = z
  .object({ articles: z.array(Submitted), total: z.int(), ...pageFields })
  .openapi('SubmittedArticlePage');

const list = createRoute({
  ...newsroomRoute,
  path: '/newsroom/reviews',
  method: 'get',
  summary:
    'Lists what waits for an editor: articles whose schedule is on hold, then those in review, oldest submission first, 20 per page',
  request: { query: z.object({ page: PageNumber }) },
  responses: {
    200: json(Page, 'A page of articles.'),
    ...problems(...NEWSROOM_ERRORS),
  },
});

const changed = {
  200: { ...json(NewsroomArticle, 'The article. Its revision is the same.'), headers: EtagHeaders },
  ...problems('conflict', ...CONDITIONAL_CHANGE_ERRORS),
};

const submissionRoute = {
  ...newsroomRoute,
  path: '/newsroom/articles/{id}/submission' as const,
  request: { params: ArticleId, headers: IfMatch },
};

const submit = createRoute({
  ...submissionRoute,
  method: 'put',
  summary: 'Submits a draft for review',
  description:
    'For the contributor or author who created it. Requires what publishing requires. Later saves of the draft do not end ' +
    'the review.',
  responses: changed,
});

const withdraw = createRoute({
  ...submissionRoute,
  method: 'delete',
  summary: 'Withdraws a draft from review',
  description: 'For the contributor or author who created it. 409 if the article is not in review.',
  responses: changed,
});

const giveBack = createRoute({
  ...newsroomRoute,
  path: '/newsroom/articles/{id}/returns',
  method: 'post',
  summary: 'Returns an article in review as a draft, with a note',
  description: 'For editors and administrators. 409 if the article is not in review.',
  request: { params: ArticleId, headers: IfMatch, body: jsonBody(noteInput) },
  responses: changed,
});

/** The review of articles: submitting, withdrawing, returning, and the list of the articles in review. */
export function reviewsApi(deps: CommandDeps) {
  const { database } = deps;

  /** Runs a command, and returns the article after it. */
  async function change(
    user: AuthenticatedUser,
    ref: RevisionRef,
    command: (ref: RevisionRef) => Promise<void>,
  ) {
    await command(ref).catch(rethrowWithCurrentArticle(database, user, ref.id));
    return articleJson(await getNewsroomArticle(database.db, user, ref.id));
  }

  return apiRouter<AuthenticatedEnv>()
    .openapi(list, async (context) => {
      const { page } = context.req.valid('query');
      const found = await listSubmittedArticles(database.db, context.var.user, page);
      return context.json({ articles: found.rows.map(submittedJson), ...pageJson(found) }, 200);
    })
    .openapi(submit, async (context) => {
      const { user } = context.var;
      const ref = { ...context.req.valid('param'), basedOn: requireIfMatch(context.req.valid('header')) };
      const article = await change(user, ref, () => submitArticle(deps, user, ref));
      context.header('etag', revisionEtag(article.revision));
      return context.json(article, 200);
    })
    .openapi(withdraw, async (context) => {
      const { user } = context.var;
      const ref = { ...context.req.valid('param'), basedOn: requireIfMatch(context.req.valid('header')) };
      const article = await change(user, ref, () => withdrawArticle(deps, user, ref));
      context.header('etag', revisionEtag(article.revision));
      return context.json(article, 200);
    })
    .openapi(giveBack, async (context) => {
      const { user } = context.var;
      const ref = { ...context.req.valid('param'), basedOn: requireIfMatch(context.req.valid('header')) };
      const { text } = context.req.valid('json');
      const article = await change(user, ref, () => returnArticle(deps, user, { ...ref, text }));
      context.header('etag', revisionEtag(article.revision));
      return context.json(article, 200);
    });
}

function submittedJson(article: SubmittedArticle): z.infer<typeof Submitted> {
  return {
    id: article.id,
    title: article.title,
    category_slug: article.sectionSlug,
    author_name: article.authorName,
    word_count: article.wordCount,
    submitted_at: article.submittedAt?.toISOString() ?? null,
    paused_schedule: pausedScheduleJson(article.pausedSchedule),
    updated_at: article.updatedAt.toISOString(),
    created_by_name: article.createdByName,
  };
}
