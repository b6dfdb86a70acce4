/** Parameters of the query that an address of a redirect can have. */
export const QUERY_PARAMETER_LIMIT = 10;

/** The address of a redirect in its two parts. The query has its question mark, or is empty. */
export function splitSource(source: string): { readonly path: string; readonly search: string } {
  const at = source.indexOf('?');
  return at === -1 ? { path: source, search: '' } : { path: source.slice(0, at), search: source.slice(at) };
}

/** The names of the parameters of a query. */
export const parameterNames = (search: string): readonly string[] => [
  ...new Set(new URLSearchParams(search).keys()),
];

/** A query in the form in which it is stored and compared: its parameters by name, each once, with the first value. */
export function normalizeQuery(given: URLSearchParams, names: Iterable<string> = given.keys()): string {
  const sorted = [...new Set(names)].toSorted((one, other) => (one < other ? -1 : 1));
  return new URLSearchParams(sorted.map((name) => [name, given.get(name) ?? ''])).toString();
}

/** The query without some parameters; with its question mark, or empty. */
export function withoutParameters(given: URLSearchParams, names: readonly string[]): string {
  const left = new URLSearchParams(given);
  for (const name of names) left.delete(name);
  return left.size === 0 ? '' : `?${left.toString()}`;
}
