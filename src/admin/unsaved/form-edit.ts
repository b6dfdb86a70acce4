/** Of what the server has: counted, or made from its text. */
export type FormRevision = number | string;

/** Stands for the revision of an edit that was stored without one; no revision of the server is called that. */
const UNKNOWN_REVISION = 'unknown';

/** What somebody has changed in a form and not saved. */
export interface FormEdit<Values> {
  /** What the server had when it was typed. */
  readonly base: Values;
  readonly values: Values;
  /** Revision of `base`, for forms that are saved with `If-Match`. */
  readonly revision: FormRevision | null;
}

/** The form as it is shown: the fields that were changed, and the present ones of the server for all others. */
export function mergedValues<Values extends object>(edit: FormEdit<Values> | null, saved: Values): Values {
  return edit === null ? saved : { ...saved, ...pick(edit.values, changedFields(edit)) };
}

/** Null for an edit that changes nothing. */
export function editOf<Values extends object>(edit: FormEdit<Values>): FormEdit<Values> | null {
  return changedFields(edit).length === 0 ? null : edit;
}

/**
 * An edit of a form that is saved with `If-Match`, with a revision. Category drafts of earlier releases have none: theirs
 * is the present one if the server still has what they were typed over, and otherwise one that the server refuses.
 */
export function withRevision<Values extends object>(
  edit: FormEdit<Values>,
  saved: Values,
  revision: FormRevision | null,
): FormEdit<Values> {
  if (edit.revision !== null || revision === null) return edit;
  const isCurrent = editOf({ ...edit, values: saved }) === null;
  return { ...edit, revision: isCurrent ? revision : UNKNOWN_REVISION };
}

/** A save that got through. */
export interface SavedForm<Values> {
  readonly sent: Values;
  /** What the server made of it. */
  readonly saved: Values;
  readonly revision?: FormRevision;
}

/** What is still unsaved of an edit after a save: the fields that were changed during the request. */
export function remainingEdit<Values extends object>(
  edit: FormEdit<Values>,
  { sent, saved, revision }: SavedForm<Values>,
): FormEdit<Values> | null {
  const later = changedFields({ ...edit, base: sent }).filter((field) => changedFields(edit).includes(field));
  return editOf({
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
