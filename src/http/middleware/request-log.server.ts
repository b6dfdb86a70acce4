import type { MiddlewareHandler } from 'hono';
import type { Log } from '#platform/log.server.ts';
import { removeUnsafe } from '#platform/unsafe-characters.ts';

const MAX_LENGTH = 200;

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
  return removeUnsafe(decodeOnce(path.slice(0, MAX_LENGTH * 3)))
    .replaceAll(/[\t\n]/g, '')
    .slice(0, MAX_LENGTH);
}

function decodeOnce(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
