import type { MiddlewareHandler } from 'hono';
import type { Log } from '#platform/log.server.ts';

const LONGEST = 200;
// oxlint-disable-next-line no-control-regex -- they are what is to be taken out
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/**
 * One line for each request that reached the application; pages answered from memory are not among them. The path only:
 * no query (it may hold tokens and searches), no address, nothing that names a reader.
 */
export function requestLog(log: Log): MiddlewareHandler {
  return async (context, next) => {
    const began = performance.now();
    await next();
    const line = {
      method: context.req.method,
      path: loggablePath(context.req.path),
      status: context.res.status,
      ms: Math.round((performance.now() - began) * 10) / 10,
    };
    if (line.status >= 500) log.warn(line, 'request');
    else log.info(line, 'request');
  };
}

/** A path as it may stand in a log: decoded once, without control characters, at most 200 characters. */
export function loggablePath(path: string): string {
  return decoded(path.slice(0, LONGEST * 3))
    .replace(CONTROL, '')
    .slice(0, LONGEST);
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
