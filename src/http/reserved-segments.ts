interface Route {
  readonly path: string;
}

/**
 * The first path segments that routes and built files use. Routes whose first segment is a parameter or a wildcard
 * reserve none.
 *
 * @param paths of built files, each beginning with a slash
 */
export function reservedSegments(routes: readonly Route[], paths: Iterable<string>): ReadonlySet<string> {
  const first = [...routes.map(({ path }) => path), ...paths].map((path) => path.split('/', 2)[1] ?? '');
  return new Set(first.filter((segment) => /^[\w.-]+$/.test(segment)));
}
