import { createRoute, z } from '@hono/zod-openapi';
import {
  type AboutPage as DomainPage,
  getAboutPage,
  getAboutRevision,
  listAboutRevisions,
  saveAboutPage,
} from '#domain/site/about/about-page.server.ts';
import type { SettingsReader } from '#domain/site/settings.server.ts';
import { AboutBlocks } from '#domain/site/settings/about-settings.ts';
import { aboutTexts, type CurrentSite } from '#domain/site/site.ts';
import type { Database } from '#platform/db/database.ts';
import { type AuthenticatedEnv, newsroomRoute, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { CONDITIONAL_CHANGE_ERRORS, rethrowStaleWithCurrent } from './openapi/conditional-change.ts';
import { EtagHeaders, IfMatch, requireIfMatch, revisionEtag } from './openapi/entity-tag.ts';
import { json, jsonBody } from './openapi/json.ts';
import { pageFields, PageNumber } from './openapi/pagination.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';
import { RestoredFrom, RevisionNumber } from './revision-json.ts';

const Blocks = z.strictObject(AboutBlocks.shape).openapi('AboutBlocks');

const AboutPage = Blocks.extend({
  revision: z.int().meta({ description: 'Increases by one with every save.' }),
  is_draft: z
    .boolean()
    .meta({ description: 'Whether the blocks are a draft; readers see the published ones.' }),
}).openapi('AboutPage');

const Change = Blocks.extend({
  is_draft: z.boolean().meta({ description: 'False publishes the blocks. True leaves the published ones.' }),
  restored_from: RestoredFrom,
}).openapi('AboutPageChange');

const entry = {
  revision: z.int(),
  is_draft: z.boolean(),
  saved_at: z.iso.datetime(),
  saved_by_name: z.string().nullable(),
  restored_from: z.int().nullable(),
};

const RevisionList = z
  .object({ revisions: z.array(z.object(entry).openapi('AboutRevisionEntry')), ...pageFields })
  .openapi('AboutRevisionList');

const Revision = Blocks.extend(entry).openapi('AboutRevision');

const text = z.object({ title: z.string(), text: z.string() });

const Preview = z
  .object({
    siteName: z.string(),
    tagline: z.string(),
    about: z.object({
      mission: z.array(z.string()),
      principles: z.array(text),
      timelineHeading: z.string(),
      timeline: z.array(text.extend({ year: z.int() })),
    }),
  })
  .openapi('AboutPagePreview');

const withEtag = (description: string) => ({ ...json(AboutPage, description), headers: EtagHeaders });
const page = { ...newsroomRoute, path: '/newsroom/about' as const };

const read = createRoute({
  ...page,
  method: 'get',
  summary: 'Returns the About page as the newsroom edits it',
  responses: {
    200: withEtag('The newest draft, otherwise the published blocks.'),
    ...problems('unauthenticated', 'forbidden'),
  },
});

const update = createRoute({
  ...page,
  method: 'put',
  summary: 'Saves a draft of the About page, or publishes it',
  description:
    'Publishing changes the settings of the blocks. A save that is not based on the current revision is rejected with ' +
    '412; the response has the current page in `current`.',
  request: { headers: IfMatch, body: jsonBody(Change) },
  responses: { 200: withEtag('The saved page.'), ...problems('too_large', ...CONDITIONAL_CHANGE_ERRORS) },
});

const preview = createRoute({
  ...newsroomRoute,
  path: '/newsroom/about/previews',
  method: 'post',
  summary: 'Returns the About page as readers would see it; stores nothing',
  request: { body: jsonBody(Blocks) },
  responses: {
    200: json(Preview, 'The props of the view of the page.'),
    ...problems(...NEWSROOM_ERRORS, 'too_large', 'unprocessable'),
  },
});

const listRevisions = createRoute({
  ...newsroomRoute,
  path: '/newsroom/about/revisions',
  method: 'get',
  summary: 'Lists the revisions of the About page, newest first, 20 per page',
  request: { query: z.object({ page: PageNumber }) },
  responses: {
    200: json(RevisionList, 'A page of revisions.'),
    ...problems(...NEWSROOM_ERRORS),
  },
});

const readRevision = createRoute({
  ...newsroomRoute,
  path: '/newsroom/about/revisions/{revision}',
  method: 'get',
  summary: 'Returns one revision of the About page',
  description: 'To restore it, save its blocks with `restored_from`.',
  request: { params: z.object({ revision: RevisionNumber }) },
  responses: {
    200: json(Revision, 'All blocks of that revision.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

interface AboutPageApiDeps {
  readonly database: Database;
  readonly site: CurrentSite;
  /** Resolves when the process uses the changed settings. */
  readonly settings: SettingsReader;
}

/** The About page with its drafts and revisions. */
export function aboutPageApi(deps: AboutPageApiDeps) {
  const { db } = deps.database;
  return apiRouter<AuthenticatedEnv>()
    .openapi(read, async (context) => {
      const found = await getAboutPage(db, context.var.user);
      context.header('etag', revisionEtag(found.revision));
      return context.json(pageJson(found), 200);
    })
    .openapi(update, async (context) => {
      const { user } = context.var;
      const basedOn = requireIfMatch(context.req.valid('header'));
      const { is_draft: isDraft, restored_from: restoredFrom, ...blocks } = context.req.valid('json');
      await saveAboutPage(deps, user, { basedOn, blocks, isDraft, restoredFrom }).catch(
        rethrowStaleWithCurrent(async () => pageJson(await getAboutPage(db, user))),
      );
      // The next request, also one for the page, must not see the former blocks.
      await deps.settings();
      const saved = await getAboutPage(db, user);
      context.header('etag', revisionEtag(saved.revision));
      return context.json(pageJson(saved), 200);
    })
    .openapi(preview, (context) => {
      const { name, tagline } = deps.site();
      const { mission, principles, timelineHeading, timeline } = aboutTexts(context.req.valid('json'), name);
      return context.json(
        {
          siteName: name,
          tagline,
          about: {
            mission: [...mission],
            principles: [...principles],
            timelineHeading,
            timeline: [...timeline],
          },
        },
        200,
      );
    })
    .openapi(listRevisions, async (context) => {
      const found = await listAboutRevisions(db, context.var.user, context.req.valid('query').page);
      return context.json(
        { revisions: found.rows.map(entryJson), page: found.page, page_count: found.pageCount },
        200,
      );
    })
    .openapi(readRevision, async (context) => {
      const { blocks, ...found } = await getAboutRevision(
        db,
        context.var.user,
        context.req.valid('param').revision,
      );
      return context.json({ ...entryJson(found), ...blocks }, 200);
    });
}

const pageJson = ({ blocks, isDraft, revision }: DomainPage): z.infer<typeof AboutPage> => ({
  ...blocks,
  is_draft: isDraft,
  revision,
});

type Entry = Awaited<ReturnType<typeof listAboutRevisions>>['rows'][number];

const entryJson = (found: Entry) => ({
  revision: found.revision,
  is_draft: found.isDraft,
  saved_at: found.savedAt.toISOString(),
  saved_by_name: found.savedByName,
  restored_from: found.restoredFrom,
});
