/** Whether PostgreSQL takes a text: NUL and half a surrogate pair can be written in JSON, and not be stored as UTF-8. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Members inside of each other that are looked through; no request of ours has more than a few. */
const DEEPEST = 20;

/** The paths (`tags.0`) of the texts in a JSON value that cannot be stored, names of members included. */
export function unstorablePaths(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [path.join('.')];
  if (typeof value !== 'object' || value === null || path.length > DEEPEST) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    isStorable(name) ? unstorablePaths(member, [...path, name]) : [path.join('.')],
  );
}
