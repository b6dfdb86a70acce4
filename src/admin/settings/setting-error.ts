import { ApiError } from '../api/api-error.ts';

/** The error of a setting. If it is a list, the first error of an entry, with the number of the entry. */
export function settingError(error: Error | null, name: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const found = Object.entries(error.fields).find(
    ([field]) => field === name || field.startsWith(`${name}.`),
  );
  if (found === undefined) return undefined;
  const [field, message] = found;
  const index = field.slice(name.length + 1).split('.', 1)[0] ?? '';
  return /^\d{1,4}$/.test(index) ? `Entry ${Number(index) + 1}: ${message}` : message;
}

/** The errors of the fields of a setting's entries, by `index.field`. */
export function entryErrors(error: Error | null, name: string): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  const prefix = `${name}.`;
  const found = Object.entries(error.fields).filter(([field]) => field.startsWith(prefix));
  return Object.fromEntries(found.map(([field, message]) => [field.slice(prefix.length), message]));
}
