import { createRoute, z } from '@hono/zod-openapi';
import { addNote, listNotes } from '#domain/articles/review/notes.server.ts';
import { type ArticleNote, NOTE_LIMIT, noteInput } from '#domain/articles/review/note.ts';
import type { CommandDeps } from '#platform/command-deps.ts';
import { ArticleId } from './article-json.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { json, jsonBody } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const Note = z
  .object({
    id: z.uuid(),
    text: z.string().meta({ description: 'Plain text.' }),
    is_return: z.boolean().meta({ description: 'Whether an editor returned the article with this note.' }),
    created_by_name: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .openapi('ArticleNote');

const Notes = z.object({ notes: z.array(Note) }).openapi('ArticleNotes');

const notesRoute = { ...newsroomRoute, path: '/newsroom/articles/{id}/notes' as const };

const list = createRoute({
  ...notesRoute,
  method: 'get',
  summary: 'Lists the notes of an article, oldest first',
  description: 'For everybody who may read the article in the newsroom. Notes are never public.',
  request: { params: ArticleId },
  responses: {
    200: json(Notes, 'All notes.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found'),
  },
});

const add = createRoute({
  ...notesRoute,
  method: 'post',
  summary: 'Adds a note to an article',
  description: `409 for an article that has ${NOTE_LIMIT} notes.`,
  request: { params: ArticleId, body: jsonBody(noteInput) },
  responses: {
    201: json(Notes, 'All notes.'),
    ...problems(...NEWSROOM_ERRORS, 'not_found', 'conflict', 'too_large', 'unprocessable'),
  },
});

/** The notes with which the newsroom discusses an article. */
export function articleNotesApi(deps: CommandDeps) {
  const { db } = deps.database;
  return apiRouter<AuthenticatedEnv>()
    .openapi(list, async (context) => {
      const notes = await listNotes(db, context.var.user, context.req.valid('param').id);
      return context.json({ notes: notes.map(noteJson) }, 200);
    })
    .openapi(add, async (context) => {
      const { id: articleId } = context.req.valid('param');
      const { user } = context.var;
      await addNote(deps, user, { articleId, ...context.req.valid('json') });
      return context.json({ notes: (await listNotes(db, user, articleId)).map(noteJson) }, 201);
    });
}

function noteJson(note: ArticleNote): z.infer<typeof Note> {
  return {
    id: note.id,
    text: note.text,
    is_return: note.isReturn,
    created_by_name: note.createdByName,
    created_at: note.createdAt.toISOString(),
  };
}
