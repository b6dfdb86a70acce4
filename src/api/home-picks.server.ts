import { createRoute, z } from '@hono/zod-openapi';
import { ARTICLE_STATES } from '#domain/articles/article-state.ts';
import { homePickInput, LATEST_LIMIT } from '#domain/articles/home-picks/home-pick.ts';
import { listHomePicks } from '#domain/articles/home-picks/listing.server.ts';
import { replaceHomePicks } from '#domain/articles/home-picks/picking.server.ts';
import type { Actor } from '#domain/accounts/actor.ts';
import { LATEST_MODES } from '#domain/site/latest-mode.ts';
import type { SettingsReader } from '#domain/site/settings.server.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import { newsroomRoute, type AuthenticatedEnv } from './middleware/authentication.server.ts';
import { CONDITIONAL_CHANGE_ERRORS, rethrowStaleWithCurrent } from './openapi/conditional-change.ts';
import { EtagHeaders, IfMatch, requireTextIfMatch, textEtag } from './openapi/entity-tag.ts';
import { json, jsonBody } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const picksRoute = { ...newsroomRoute, path: '/newsroom/home-page/picks' as const };

const HomePick = z
  .object({
    article_id: z.uuid(),
    slug: z.string(),
    title: z.string(),
    category_slug: z.string(),
    state: z.enum(ARTICLE_STATES).meta({ description: 'Readers see it only while it is published.' }),
    expires_at: z.iso.datetime().nullable().meta({ description: 'Null: until it is removed.' }),
  })
  .openapi('HomePick');

const HomePicks = z
  .object({
    mode: z.enum(LATEST_MODES).meta({
      description: 'The setting `home_latest`. The home page shows the picks only if it is `picked`.',
    }),
    picks: z.array(HomePick),
    revision: z.string().meta({ description: 'The `ETag` without quotes.' }),
  })
  .openapi('HomePicks');

const HomePicksInput = z
  .strictObject({
    picks: z
      .array(homePickInput)
      .max(LATEST_LIMIT, `Please choose at most ${LATEST_LIMIT} articles.`)
      .meta({ description: `In their order, the lead first; at most ${LATEST_LIMIT}.` }),
  })
  .openapi('HomePicksInput');

const picked = { ...json(HomePicks, 'The picked articles in their order.'), headers: EtagHeaders };

const list = createRoute({
  ...picksRoute,
  method: 'get',
  summary: 'Lists the articles that were picked for the home page',
  responses: { 200: picked, ...problems('unauthenticated', 'forbidden') },
});

const replace = createRoute({
  ...picksRoute,
  method: 'put',
  summary: 'Replaces the articles that were picked for the home page',
  description:
    'Each new one must be published; one that was picked before may have been taken offline, and is shown again once it is ' +
    'published. A pick with `expires_at` is removed then, within two seconds. A change that is not based on the current picks ' +
    'is rejected with 412; the response has them in `current`.',
  request: { headers: IfMatch, body: jsonBody(HomePicksInput) },
  responses: {
    200: picked,
    ...problems('too_large', ...CONDITIONAL_CHANGE_ERRORS.filter((code) => code !== 'not_found')),
  },
});

interface HomePicksApiDeps extends CommandDeps {
  readonly settings: SettingsReader;
}

/** The picked articles of the home page. */
export function homePicksApi(deps: HomePicksApiDeps) {
  const { database, settings } = deps;

  async function read(actor: Actor): Promise<z.infer<typeof HomePicks>> {
    const { picks, revision } = await listHomePicks(database.db, actor);
    return {
      mode: (await settings()).home_latest,
      picks: picks.map(({ articleId, slug, title, sectionSlug, state, expiresAt }) => ({
        article_id: articleId,
        slug,
        title,
        category_slug: sectionSlug,
        state,
        expires_at: expiresAt?.toISOString() ?? null,
      })),
      revision,
    };
  }
  return apiRouter<AuthenticatedEnv>()
    .openapi(list, async (context) => {
      const body = await read(context.var.user);
      context.header('etag', textEtag(body.revision));
      return context.json(body, 200);
    })
    .openapi(replace, async (context) => {
      const { user } = context.var;
      const basedOn = requireTextIfMatch(context.req.valid('header'));
      const picks = context.req
        .valid('json')
        .picks.map(({ article_id: articleId, expires_at: expiresAt }) => ({
          articleId,
          expiresAt: expiresAt === null ? null : new Date(expiresAt),
        }));
      await replaceHomePicks(deps, user, { picks, basedOn }).catch(rethrowStaleWithCurrent(() => read(user)));
      const body = await read(user);
      context.header('etag', textEtag(body.revision));
      return context.json(body, 200);
    });
}
