import type { Context } from 'hono';
import { isStorable } from '#platform/storable-text.ts';
import { DomainError } from '#platform/domain-error.ts';

/** The fields of a submitted form by name. */
export type FormFields = Readonly<Record<string, string>>;

const FORM_TYPE = 'application/x-www-form-urlencoded';

/**
 * The fields of a url-encoded form. Throws `unsupported` for any other content type, and `unprocessable` for text that
 * the database cannot store.
 */
export async function parseForm({ req }: Context): Promise<FormFields> {
  const type = (req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (type !== FORM_TYPE) throw new DomainError('unsupported', `A form must be sent as ${FORM_TYPE}.`);
  const fields = Object.fromEntries(new URLSearchParams(await req.text()));
  if (!Object.values(fields).every(isStorable))
    throw new DomainError('unprocessable', 'The form contains a character that cannot be stored.');
  return fields;
}
