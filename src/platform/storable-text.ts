/** Whether PostgreSQL can store a text: NUL and lone surrogates are valid in JSON, but cannot be stored. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Maximum nesting depth that is checked; valid requests are much shallower. */
const MAX_DEPTH = 20;

/** The paths (`tags.0`) of strings in a JSON value that cannot be stored, including member names. */
export function unstorablePaths(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [path.join('.')];
  if (typeof value !== 'object' || value === null || path.length > MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    isStorable(name) ? unstorablePaths(member, [...path, name]) : [path.join('.')],
  );
}
