import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context, TypedResponse } from 'hono';
import { textStream } from '#http/text-stream.server.ts';

/** Levels of objects whose values are written one by one. */
const LEVELS = 3;

/**
 * A JSON response with texts of some megabytes. Each of them is written separately, and other requests are answered in between:
 * writing all of them at once would delay those by a tenth of a second.
 */
export function streamedJson<Body extends object>(
  context: Context,
  body: Body,
): TypedResponse<Body, 200, 'json'> {
  const headers = { 'content-type': 'application/json' };
  const response = context.body(textStream(jsonPieces(body, LEVELS)), 200, headers);
  // The body is JSON of this type, which Hono cannot know of a stream.
  return response as unknown as TypedResponse<Body, 200, 'json'>;
}

async function* jsonPieces(value: unknown, levels: number): AsyncGenerator<string> {
  if (levels === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) {
    await nextTurn();
    yield JSON.stringify(value);
    return;
  }
  let before = '{';
  for (const [name, property] of Object.entries(value)) {
    if (property === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* jsonPieces(property, levels - 1);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}
