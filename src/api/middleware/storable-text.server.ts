import type { Context, MiddlewareHandler } from 'hono';
import { BODY_LIMIT } from '#http/middleware/body-limit.ts';
import { DomainError } from '#platform/domain-error.ts';
import { hasMoreValues } from '#platform/json-size.ts';
import { isStorable, unstorablePaths } from '#platform/storable-text.ts';

const UNSTORABLE_TEXT = 'This contains a character that cannot be stored';

/** An article has some hundred values, however long its text is. Smaller bodies than `BODY_LIMIT` cannot have too many. */
const MAX_VALUES = 10_000;
const TOO_MANY_VALUES = 'The request has too many values.';

/** JSON text can contain such a character only as an escape: decoding has replaced all bytes that are not UTF-8. */
const ESCAPE = /\\u(?:0000|d[89a-f])/i;

/**
 * Rejects NUL and lone surrogates, and names the fields that contain them: in the query (`invalid`) and in a JSON body
 * (`unprocessable`). PostgreSQL can neither store nor compare such text. `canonicalPath` rejects paths that contain NUL.
 *
 * Rejects also a large JSON body that consists of many values (`too_large`), before anything parses it.
 */
export const requireStorableText: MiddlewareHandler = async (context, next) => {
  const query = new URL(context.req.url).searchParams;
  const unstorable = [...query].filter((pair) => !pair.every(isStorable)).map(([name]) => name);
  if (unstorable.length > 0) throw unstorableTextError('invalid', unstorable);
  if (isJson(context)) {
    // Reads bytes, which Hono caches for the route unchanged: an image can also be declared as JSON.
    const text = new TextDecoder().decode(await context.req.arrayBuffer());
    // And the text, which Hono would otherwise make from another copy of the bytes.
    Object.assign(context.req.bodyCache, { text: Promise.resolve(text) });
    if (text.length > BODY_LIMIT && hasMoreValues(text, MAX_VALUES))
      throw new DomainError('too_large', TOO_MANY_VALUES);
    if (ESCAPE.test(text)) {
      const paths = unstorablePaths(parseJson(text));
      if (paths.length > 0) throw unstorableTextError('unprocessable', paths);
    }
  }
  return next();
};

function isJson({ req }: Context): boolean {
  return (req.header('content-type') ?? '').toLowerCase().includes('json');
}

/** Returns null for invalid JSON, which the validation of the route rejects. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function unstorableTextError(code: 'invalid' | 'unprocessable', paths: readonly string[]): DomainError {
  const fields = Object.fromEntries(paths.slice(0, 20).map((path) => [path.toWellFormed(), UNSTORABLE_TEXT]));
  return new DomainError(code, '', { fields });
}
