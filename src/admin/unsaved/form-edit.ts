/** What somebody has changed in a form and not saved. */
export interface FormEdit<Values> {
  /** What the server had when it was typed. */
  readonly base: Values;
  readonly values: Values;
  /** Revision of `base`, for forms that are saved with `If-Match`. */
  readonly revision: number | null;
}

/** The form as it is shown: the fields that were changed, and the present ones of the server for all others. */
export function mergedValues<Values extends object>(edit: FormEdit<Values> | null, saved: Values): Values {
  return edit === null ? saved : { ...saved, ...pick(edit.values, changedFields(edit)) };
}

/** Null for an edit that changes nothing. */
export function editOf<Values extends object>(edit: FormEdit<Values>): FormEdit<Values> | null {
  return changedFields(edit).length === 0 ? null : edit;
}

/** A save that got through. */
export interface SavedForm<Values> {
  readonly sent: Values;
  /** What the server made of it. */
  readonly saved: Values;
  readonly revision?: number;
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
