import type { MiddlewareHandler } from 'hono';
import type { Log } from '#platform/log.server.ts';

const MAX_LENGTH = 200;
// oxlint-disable-next-line no-control-regex -- control characters are what this removes
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/**
 * Logs one line per request that reached the application; pages answered from memory are not logged. It contains the
 * path without the query (which may hold tokens and search terms), and no address or other data about the reader.
 */
export function requestLog(log: Log): MiddlewareHandler {
  return async (context, next) => {
    const startedAt = performance.now();
    await next();
    const line = {
      method: context.req.method,
      path: loggablePath(context.req.path),
      status: context.res.status,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
    };
    if (line.status >= 500) log.warn(line, 'request');
    else log.info(line, 'request');
  };
}

/** A path that is safe to log: decoded once, without control characters, at most 200 characters. */
export function loggablePath(path: string): string {
  return decodeOnce(path.slice(0, MAX_LENGTH * 3))
    .replace(CONTROL, '')
    .slice(0, MAX_LENGTH);
}

function decodeOnce(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
