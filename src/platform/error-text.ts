/**
 * A readable text for any thrown value. The file system of the embedded database throws plain objects, whose string
 * form would be `[object Object]`.
 */
export function errorText(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown);
  const { message, code, name, errno } = thrown as Readonly<Record<string, unknown>>;
  for (const text of [message, code]) if (typeof text === 'string' && text !== '') return text;
  const kind = typeof name === 'string' && name !== '' ? name : 'unknown error';
  return typeof errno === 'number' ? `${kind} ${errno}` : kind;
}
