/** Revision of the server's values: a counter, or a hash of the values. */
export type FormRevision = number | string;

/** Used for an edit that was stored without a revision and is outdated. Matches no revision of the server. */
const UNKNOWN_REVISION = 'unknown';

/** Unsaved changes of a form. */
export interface FormEdit<Values> {
  /** Values of the server when the user typed. */
  readonly base: Values;
  readonly values: Values;
  /** Revision of `base`, for forms that are saved with `If-Match`. */
  readonly revision: FormRevision | null;
}

/** The values to show: changed fields from the edit, all other fields from the server's current values. */
export function mergedValues<Values extends object>(edit: FormEdit<Values> | null, saved: Values): Values {
  return edit === null ? saved : { ...saved, ...pick(edit.values, changedFields(edit)) };
}

/** The edit itself; null if it changes nothing. */
export function editOrNull<Values extends object>(edit: FormEdit<Values>): FormEdit<Values> | null {
  return changedFields(edit).length === 0 ? null : edit;
}

/**
 * Adds the revision to an edit of a form that is saved with `If-Match`. Category drafts of earlier releases have none:
 * they get the current revision if the server still has the values they are based on, and otherwise a revision that the
 * server rejects.
 */
export function withRevision<Values extends object>(
  edit: FormEdit<Values>,
  saved: Values,
  revision: FormRevision | null,
): FormEdit<Values> {
  if (edit.revision !== null || revision === null) return edit;
  const isCurrent = editOrNull({ ...edit, values: saved }) === null;
  return { ...edit, revision: isCurrent ? revision : UNKNOWN_REVISION };
}

/** A successful save. */
export interface SavedForm<Values> {
  readonly sent: Values;
  /** The values the server stored. */
  readonly saved: Values;
  readonly revision?: FormRevision;
}

/** The part of an edit that is still unsaved after a save: fields that were changed during the request. */
export function remainingEdit<Values extends object>(
  edit: FormEdit<Values>,
  { sent, saved, revision }: SavedForm<Values>,
): FormEdit<Values> | null {
  const later = changedFields({ ...edit, base: sent }).filter((field) => changedFields(edit).includes(field));
  return editOrNull({
    base: saved,
    values: { ...saved, ...pick(edit.values, later) },
    revision: revision ?? null,
  });
}

function changedFields<Values extends object>({ base, values }: FormEdit<Values>): (keyof Values)[] {
  const fields = Object.keys(values) as (keyof Values)[];
  return fields.filter((field) => JSON.stringify(values[field]) !== JSON.stringify(base[field]));
}

function pick<Values extends object>(values: Values, fields: readonly (keyof Values)[]): Partial<Values> {
  return Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<Values>;
}
