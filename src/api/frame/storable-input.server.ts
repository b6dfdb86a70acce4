import type { Context, MiddlewareHandler } from 'hono';
import { Refusal } from '#platform/refusal.ts';
import { isStorable, unstorablePaths } from '#platform/storable-text.ts';

const COMPLAINT = 'This has a character in it that cannot be stored';

/** The only way a JSON text can contain such a character: decoding has replaced bytes that are not UTF-8. */
const ESCAPE = /\\u(?:0000|d[89a-f])/i;

/**
 * Refuses NUL and lone surrogates with the fields that contain them: in the query (`invalid`) and in a JSON body
 * (`unprocessable`). PostgreSQL can neither store nor compare such text. `canonicalPath` refuses paths that contain NUL.
 */
export const storableInput: MiddlewareHandler = async (context, next) => {
  const query = new URL(context.req.url).searchParams;
  const odd = [...query].filter((pair) => !pair.every(isStorable)).map(([name]) => name);
  if (odd.length > 0) throw refusal('invalid', odd);
  if (isJson(context)) {
    // The bytes, which Hono hands on as they are: a picture may be declared as JSON as well.
    const text = new TextDecoder().decode(await context.req.arrayBuffer());
    if (ESCAPE.test(text)) {
      const paths = unstorablePaths(parsed(text));
      if (paths.length > 0) throw refusal('unprocessable', paths);
    }
  }
  return next();
};

function isJson({ req }: Context): boolean {
  return (req.header('content-type') ?? '').toLowerCase().includes('json');
}

/** Null for what is no JSON: the validation of the route refuses it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refusal(code: 'invalid' | 'unprocessable', paths: readonly string[]): Refusal {
  const fields = Object.fromEntries(paths.slice(0, 20).map((path) => [path.toWellFormed(), COMPLAINT]));
  return new Refusal(code, '', { fields });
}
