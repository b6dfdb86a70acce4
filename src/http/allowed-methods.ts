import { METHOD_NAME_ALL } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';
import { memoizeLast } from '#platform/memoize-last.ts';

interface Route {
  readonly method: string;
  readonly path: string;
}

/** The methods of a path, for the header field `Allow` (RFC 9110 section 10.2.1); none if no route has the path. */
export type AllowedMethods = (path: string) => readonly string[];

/** Middleware is not a route. HEAD is allowed where GET is. The routes are read on the first call. */
export function allowedMethods(routes: readonly Route[]): AllowedMethods {
  const read = memoizeLast((all: readonly Route[]) => {
    const router = new TrieRouter<string>();
    const handled = all.filter(({ method }) => method !== METHOD_NAME_ALL);
    for (const { method, path } of handled) router.add(method, path, method);
    return { router, methods: [...new Set(handled.map(({ method }) => method))] };
  });
  return (path) => {
    const { router, methods } = read(routes);
    return methods
      .filter((method) => router.match(method, path)[0].length > 0)
      .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  };
}
