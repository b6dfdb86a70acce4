import { createRoute, z } from '@hono/zod-openapi';
import {
  type AutosaveDeps,
  discardAutosave,
  saveAutosave,
} from '#domain/articles/autosaves/autosaving.server.ts';
import {
  type AutosaveState,
  type AutosaveVersion,
  getAutosave,
} from '#domain/articles/autosaves/autosaves.server.ts';
import { DomainError } from '#platform/domain-error.ts';
import {
  ArticleId,
  ArticleInput,
  articleFieldsJson,
  articleFieldsShape,
  toArticleFields,
} from './article-json.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { CONDITIONAL_CHANGE_ERRORS, rethrowStaleWithCurrent } from './openapi/conditional-change.ts';
import { EtagHeaders } from './openapi/entity-tag.ts';
import { json, jsonBody } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const version = {
  article_revision: z.int().meta({ description: 'The revision of the article.' }),
  version: z.int().meta({ description: 'Increases by one with every autosave; 0 if there is none.' }),
};

const editorFields = {
  based_on: z.int().min(1).meta({ description: 'The revision from which the text was edited.' }),
  editor_id: z.uuid().meta({ description: 'A random id of the open editor.' }),
};

const Autosave = z
  .object({
    ...articleFieldsShape,
    ...editorFields,
    word_count: z.int(),
    saved_at: z.iso.datetime(),
    saved_by_name: z.string().nullable(),
    is_own: z.boolean().meta({ description: 'Whether the account of the request stored it.' }),
  })
  .openapi('ArticleAutosave');

const State = z.object({ ...version, autosave: Autosave.nullable() }).openapi('ArticleAutosaveState');

const Version = z.object(version).openapi('ArticleAutosaveVersion');

const Input = ArticleInput.extend(editorFields).openapi('ArticleAutosaveInput');

const IfMatch = z.object({
  'if-match': z.string().optional().meta({
    description: 'Required: the ETag of the autosave that this one replaces, `"7.2"`, or of none, `"7.0"`.',
    example: '"7.0"',
  }),
});

const autosaveRoute = { ...newsroomRoute, path: '/newsroom/articles/{id}/autosave' as const };

const read = createRoute({
  ...autosaveRoute,
  method: 'get',
  summary: 'Returns the unsaved text that an editor has stored for an article',
  description:
    'The ETag has the revision of the article and the number of the autosave. 404 for an article in the trash.',
  request: { params: ArticleId },
  responses: {
    200: { ...json(State, 'The autosave; null if there is none.'), headers: EtagHeaders },
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

const write = createRoute({
  ...autosaveRoute,
  method: 'put',
  summary: 'Stores the unsaved text of an article',
  description:
    'An article has at most one autosave. It is no revision and changes nothing that readers, or lists of the newsroom, show. ' +
    'Permissions and limits are those of a save; no field is required, and the slug may be in use. A save with its ' +
    '`editor_id` deletes it. 412, with the state in `current`, if the article or its autosave has changed; 429 for more than ' +
    'five in ten seconds.',
  request: { params: ArticleId, headers: IfMatch, body: jsonBody(Input) },
  responses: {
    200: { ...json(Version, 'Stored.'), headers: EtagHeaders },
    ...problems('too_large', 'too_many', 'unavailable', ...CONDITIONAL_CHANGE_ERRORS),
  },
});

const discard = createRoute({
  ...autosaveRoute,
  method: 'delete',
  summary: 'Deletes the unsaved text of an article',
  request: { params: ArticleId, headers: IfMatch },
  responses: {
    204: { description: 'Deleted.' },
    ...problems(...NEWSROOM_ERRORS, 'not_found', 'stale', 'precondition_required'),
  },
});

/** The unsaved text of articles. */
export function autosavesApi(deps: AutosaveDeps) {
  const { database } = deps;
  return apiRouter<AuthenticatedEnv>()
    .openapi(read, async (context) => {
      const state = await getAutosave(database.db, context.var.user, context.req.valid('param').id);
      context.header('etag', etagOf(state));
      return context.json(stateJson(state), 200);
    })
    .openapi(write, async (context) => {
      const { user } = context.var;
      const { id } = context.req.valid('param');
      const { based_on: basedOn, editor_id: editorId, ...input } = context.req.valid('json');
      const expected = requireExpected(context.req.valid('header'));
      const fields = toArticleFields(input);
      const stored = await saveAutosave(deps, user, { id, expected, basedOn, editorId, fields }).catch(
        rethrowStaleWithCurrent(async () => stateJson(await getAutosave(database.db, user, id))),
      );
      context.header('etag', etagOf(stored));
      return context.json({ article_revision: stored.articleRevision, version: stored.version }, 200);
    })
    .openapi(discard, async (context) => {
      const { user } = context.var;
      const { id } = context.req.valid('param');
      const expected = requireExpected(context.req.valid('header'));
      await discardAutosave(deps, user, { id, expected }).catch(
        rethrowStaleWithCurrent(async () => stateJson(await getAutosave(database.db, user, id))),
      );
      return context.body(null, 204);
    });
}

const etagOf = ({ articleRevision, version: number }: AutosaveVersion) => `"${articleRevision}.${number}"`;

/** Weak tags match too: a compressing proxy weakens tags. */
function requireExpected({ 'if-match': tag }: z.infer<typeof IfMatch>): AutosaveVersion {
  if (tag === undefined) throw new DomainError('precondition_required');
  const [, revision, number] = /^(?:W\/)?"([1-9]\d{0,8})\.(\d{1,9})"$/.exec(tag.trim()) ?? [];
  if (revision === undefined || number === undefined)
    throw new DomainError('invalid', 'If-Match must be one ETag of this autosave.');
  return { articleRevision: Number(revision), version: Number(number) };
}

function stateJson({ articleRevision, version: number, autosave }: AutosaveState): z.infer<typeof State> {
  return {
    article_revision: articleRevision,
    version: number,
    autosave: autosave && {
      ...articleFieldsJson(autosave),
      based_on: autosave.basedOn,
      editor_id: autosave.editorId,
      word_count: autosave.wordCount,
      saved_at: autosave.savedAt.toISOString(),
      saved_by_name: autosave.savedByName,
      is_own: autosave.isOwn,
    },
  };
}
