import { setImmediate as nextTurn } from 'node:timers/promises';
import { createRoute, z } from '@hono/zod-openapi';
import type { Actor } from '#domain/accounts/actor.ts';
import { previewSocialPicture } from '#domain/articles/derived-pictures/social-picture.server.ts';
import { needsSocialPicture } from '#domain/articles/derived-pictures/social-picture-address.server.ts';
import { cleanFields, sanitiseContent } from '#domain/articles/cleaning.server.ts';
import { articlePath } from '#domain/articles/article.ts';
import { findSlugsOfTags } from '#domain/articles/article-tags.server.ts';
import { toFeedArticle } from '#domain/articles/feeds/feed-articles.server.ts';
import { renderArticle } from '#domain/articles/full-article.server.ts';
import { PREVIEW_ID, toPreviewedArticle } from '#domain/articles/previewing.server.ts';
import { checkArticle } from '#domain/articles/publication-check/check-article.server.ts';
import {
  acceptCheckedText,
  type CheckedText,
  findCheckedText,
} from '#domain/articles/publication-check/checked-text.server.ts';
import { findRelated } from '#domain/articles/related-articles.server.ts';
import { slugify } from '#domain/articles/slug.ts';
import { ownPagePath } from '#domain/pages/page.ts';
import { locationOf } from '#domain/redirects/redirect.ts';
import type { RedirectRules } from '#domain/redirects/redirect-rules.ts';
import type { SiteAddresses } from '#domain/redirects/site-addresses.ts';
import type { Assets } from '#http/assets.server.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { DomainError } from '#platform/domain-error.ts';
import type { RateLimit } from '#platform/rate-limit/rate-limit.server.ts';
import { createWorkQueue, QueueFullError } from '#platform/work-queue.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { renderArticlePreviews } from '#reader/publication-check/article-previews.tsx';
import { measurePage } from '#reader/publication-check/page-weight.server.ts';
import type { Publication, PublicationReader } from '#reader/publication.ts';
import { ArticleId, ArticleInput, toArticleFields } from './article-json.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { json, jsonBody } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';
import { PublicationCheck, publicationCheckJson } from './publication-check-json.ts';
import { streamedJson } from './streamed-json.server.ts';

export interface PublicationChecksApiDeps {
  readonly database: Database;
  readonly storage: Storage;
  readonly assets: Assets;
  readonly clock: Clock;
  readonly rateLimit: RateLimit;
  readonly publications: PublicationReader;
  readonly redirects: {
    readonly addresses: SiteAddresses;
    readonly rules: () => Promise<RedirectRules>;
  };
}

/** Checks of all people that run at once, and that may wait. */
const AT_ONCE = 2;
const MAX_WAITING = 10;

/** Of one person. A check renders the article in every place where readers see it. */
const RATE = { limit: 30, windowSeconds: 60 };

const Input = ArticleInput.extend({
  article_id: z
    .uuid()
    .nullable()
    .default(null)
    .meta({ description: 'The article that has this text; null if it is not stored yet.' }),
}).openapi('PublicationCheckInput');

const DESCRIPTION =
  'Findings with the severity `error` are those for which publishing is refused; all others are advice. Previews are rendered ' +
  'by the modules that render them for readers. Nothing is stored, and no page view is counted. 429 for more than thirty ' +
  'checks in a minute.';

const CHECK_ERRORS = [...NEWSROOM_ERRORS, 'not_found', 'unprocessable', 'too_many', 'unavailable'] as const;

const checkStored = createRoute({
  ...newsroomRoute,
  path: '/newsroom/articles/{id}/publication-check',
  method: 'get',
  summary: 'Checks an article before it is published, and shows it wherever readers see it',
  description: `The text that is edited next: the autosave of the newest revision, else pending changes, else the saved text. ${DESCRIPTION} 404 for an article in the trash.`,
  request: { params: ArticleId },
  responses: {
    200: json(PublicationCheck, 'Findings and previews.'),
    ...problems(...CHECK_ERRORS),
  },
});

const checkUnsaved = createRoute({
  ...newsroomRoute,
  path: '/newsroom/publication-checks',
  method: 'post',
  summary: 'Checks unsaved text of an article, and shows it wherever readers would see it',
  description: DESCRIPTION,
  request: { body: jsonBody(Input) },
  responses: {
    200: json(PublicationCheck, 'Findings and previews.'),
    ...problems(...CHECK_ERRORS, 'too_large'),
  },
});

/** What an article would look like everywhere, and what should be corrected first. */
export function publicationChecksApi(deps: PublicationChecksApiDeps) {
  const { db } = deps.database;
  const queue = createWorkQueue({ maxRunning: AT_ONCE, maxQueued: MAX_WAITING });
  const run = (user: Actor, text: CheckedText) =>
    queue.run(() => check(deps, user, text)).catch(toUnavailable);
  return apiRouter<AuthenticatedEnv>()
    .openapi(checkStored, async (context) => {
      const { user } = context.var;
      await requireRate(deps, user);
      const text = await findCheckedText(db, user, context.req.valid('param').id);
      return streamedJson(context, await run(user, text));
    })
    .openapi(checkUnsaved, async (context) => {
      const { user } = context.var;
      await requireRate(deps, user);
      const { article_id: id, ...input } = context.req.valid('json');
      const text = await acceptCheckedText(db, user, { id, fields: toArticleFields(input) });
      return streamedJson(context, await run(user, text));
    });
}

function toUnavailable(error: unknown): never {
  if (error instanceof QueueFullError) throw new DomainError('unavailable', '', { retryAfterSeconds: 10 });
  throw error;
}

async function requireRate({ rateLimit }: PublicationChecksApiDeps, { userId }: Actor): Promise<void> {
  const { allowed, retryAfterSeconds } = await rateLimit.consume(`publication-check:${userId}`, RATE);
  if (!allowed) throw new DomainError('too_many', '', { retryAfterSeconds });
}

async function check(deps: PublicationChecksApiDeps, actor: Actor, text: CheckedText) {
  const publication = await deps.publications.latest();
  const { site } = publication;
  const { fields } = await sanitiseContent(cleanFields(text.fields, site));
  // A draft without a slug gets one from its title when it is saved.
  const slug = fields.slug || slugify(fields.title) || 'untitled-draft';
  const rules = await deps.redirects.rules();
  const { findings, omitted } = await checkArticle(
    {
      database: deps.database,
      siteUrl: site.url,
      links: {
        db: deps.database.db,
        sections: site.sections,
        findOwnPage: (found) => ownPageAt(publication, found),
        findUnanswered: deps.redirects.addresses.findUnanswered,
        findRedirect: (path) => redirectFrom(rules, path),
      },
    },
    actor,
    { fields, article: text.article, path: articlePath(slug) },
  );
  const { previews, readTime, wordCount } = await showEverywhere(deps, publication, {
    ...text,
    fields: { ...fields, slug },
  });
  await nextTurn();
  const weight = await measurePage({ site, assets: deps.assets, storage: deps.storage }, previews.page.html);
  return publicationCheckJson({ text, findings, omitted, readTime, wordCount, previews, weight });
}

/** @param text cleaned, with the slug that the article would have */
async function showEverywhere(
  { clock }: PublicationChecksApiDeps,
  publication: Publication,
  { fields, article }: CheckedText,
) {
  const { db, site } = publication;
  const now = clock();
  // The text may have 2 MB. Other requests are answered between the steps that read all of it.
  await nextTurn();
  const full = await toPreviewedArticle({ db, site }, fields, {
    id: article?.id ?? PREVIEW_ID,
    publishDate: article?.publishDate ?? article?.scheduledAt ?? now,
    updatedAt: now,
    before: article,
  });
  const found = {
    ...(await renderArticle(db, full)),
    ...(await findRelated(db, full)),
    tagSlugs: await findSlugsOfTags(db, full.tags),
    wordCount: full.wordCount,
    // Those of this text do not exist yet.
    crops: [],
  };
  await nextTurn();
  const feedArticle = await toFeedArticle({ db, siteUrl: site.url }, full);
  const previews = await renderArticlePreviews(publication, found, {
    featured: full.featured,
    feedArticle,
    socialPicture: needsSocialPicture(found) ? await previewSocialPicture(found, site) : null,
  });
  return { previews, readTime: full.readTime, wordCount: full.wordCount };
}

function ownPageAt({ ownPages }: Publication, slug: string): string | undefined {
  const page = ownPages.find(slug);
  return page === undefined ? undefined : ownPagePath(page.slug);
}

function redirectFrom(rules: RedirectRules, path: string): string | undefined {
  const rule = rules.find(path);
  return rule === undefined ? undefined : locationOf(rule, path);
}
