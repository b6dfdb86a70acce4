import { createRoute, z } from '@hono/zod-openapi';
import type { Actor } from '#domain/accounts/actor.ts';
import { type ArticleChange, articleChange, CHANGE_LIMIT } from '#domain/articles/changes/article-change.ts';
import { applyChange } from '#domain/articles/changes/applying-change.server.ts';
import { findReadableTitle } from '#domain/articles/newsroom-queries.server.ts';
import { pageTags } from '#domain/articles/cache-tags.ts';
import { toPublicError } from '#http/errors.server.ts';
import type { Log } from '#platform/log.server.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { ArticleApiDeps } from './article-writes.server.ts';
import { type AuthenticatedEnv, newsroomRoute, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { json, jsonBody } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const Change = articleChange.openapi('ArticleChange');

const Changes = z
  .object({ changes: z.array(Change).min(1).max(CHANGE_LIMIT) })
  .refine(({ changes }) => new Set(changes.map(({ id }) => id)).size === changes.length, {
    path: ['changes'],
    message: 'Each article can be changed once.',
  })
  .openapi('ArticleChanges');

const Result = z
  .object({
    id: z.uuid(),
    title: z
      .string()
      .nullable()
      .meta({ description: 'Null for an article that does not exist, or that the role may not read.' }),
    outcome: z
      .enum(['changed', 'unchanged', 'refused'])
      .meta({ description: '`unchanged`: the article was as requested already.' }),
    revision: z.int().nullable().meta({ description: 'Null if the change was refused.' }),
    code: z.string().nullable().meta({
      description: 'Why it was refused, as the code of an error of a single change; null otherwise.',
    }),
    reason: z.string().nullable().meta({ description: 'The same for users.' }),
    undo: Change.nullable().meta({
      description:
        'The change that takes it back, for another request; null if there is none. It is refused if someone else has changed ' +
        'the article since.',
    }),
  })
  .openapi('ArticleChangeResult');

type Result = z.infer<typeof Result>;

const Results = z.object({ results: z.array(Result) }).openapi('ArticleChangeResults');

const apply = createRoute({
  ...newsroomRoute,
  path: '/newsroom/article-changes',
  method: 'post',
  summary: `Changes up to ${CHANGE_LIMIT} articles, one after the other`,
  description:
    'Publishes, takes offline, moves to a section, changes tags, moves to the trash or restores. Each article is changed on its ' +
    'own, as by a single request: with the permission of the role, a revision and an event of the audit log. The others are changed ' +
    'if one is refused.',
  request: { body: jsonBody(Changes) },
  responses: {
    200: json(Results, 'The result for each article, in the order of the request.'),
    ...problems(...NEWSROOM_ERRORS, 'too_large', 'unprocessable'),
  },
});

interface ArticleChangesApiDeps extends ArticleApiDeps {
  readonly log: Log;
}

/** Changes of several articles. */
export function articleChangesApi(deps: ArticleChangesApiDeps) {
  return apiRouter<AuthenticatedEnv>().openapi(apply, async (context) => {
    const results: Result[] = [];
    // One after the other: each is a transaction, between which readers are served.
    for (const change of context.req.valid('json').changes)
      results.push(await changeOne(deps, context.var.user, change));
    await waitForPages(deps, results);
    return context.json({ results }, 200);
  });
}

async function changeOne(deps: ArticleChangesApiDeps, actor: Actor, change: ArticleChange): Promise<Result> {
  const { id } = change;
  try {
    const { title, revision, isChanged, undo } = await applyChange(deps, actor, change);
    return {
      id,
      title,
      outcome: isChanged ? 'changed' : 'unchanged',
      revision,
      code: null,
      reason: null,
      undo,
    };
  } catch (error) {
    const { code, message } = toPublicError(error, deps.log);
    const fields = error instanceof DomainError ? Object.values(error.details.fields ?? {}) : [];
    // The database may be what has failed.
    const title = await findReadableTitle(deps.database.db, actor, id).catch(() => null);
    const reason = fields.length === 0 ? message : fields.join(' ');
    return { id, title, outcome: 'refused', revision: null, code, reason, undo: null };
  }
}

/** Once for all articles, for at most one second: editors look at the lists next. */
async function waitForPages({ pages }: ArticleApiDeps, results: readonly Result[]): Promise<void> {
  const changed = results.filter(({ outcome }) => outcome === 'changed');
  if (changed.length === 0) return;
  await pages.whenRevalidated([pageTags.list, ...changed.map(({ id }) => pageTags.article(id))]);
}
