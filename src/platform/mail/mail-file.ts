const NAME =
  /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)-[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\.eml$/;

/** `2026-05-04T12-00-00.000Z-UUID.eml`: begins with the time, so that names sort chronologically. */
export function mailFileName({ id, date }: { readonly id: string; readonly date: Date }): string {
  return `${date.toISOString().replaceAll(':', '-')}-${id}.eml`;
}

/** The temporary name under which a file is written before it is renamed. */
export const unfinishedMailFileName = (name: string) => `.${name}.tmp`;

/** The date of an email from its file name, final or temporary. Null for any other name. */
export function dateOfMailFile(name: string): Date | null {
  const isUnfinished = name.startsWith('.') && name.endsWith('.tmp');
  const [, hour, minute, second] = NAME.exec(isUnfinished ? name.slice(1, -4) : name) ?? [];
  if (hour === undefined) return null;
  const date = new Date(`${hour}:${minute}:${second}`);
  return Number.isNaN(date.getTime()) ? null : date;
}
