import { findUndescribedPictures } from '#domain/articles/picture-descriptions.ts';
import { missingFields } from '#domain/articles/required-fields.ts';
import { toCamelCase } from '#platform/key-case.ts';
import { type Draft, draftSchema, type FieldErrors } from '../draft/draft.ts';

/** Errors that prevent a save. A draft needs nothing; publication needs all required fields and picture descriptions. */
export function validateForSave(draft: Draft, isDraft: boolean): FieldErrors {
  return isDraft ? {} : { ...missingFields(draft), ...findUndescribedPictures(draft) };
}

/** Maps field errors of the API to fields of the editor. An error of an entry (`tags.0`) belongs to the whole field. */
export function fieldErrorsFromApi(fields: Readonly<Record<string, string>>): FieldErrors {
  const entries = Object.entries(fields).flatMap(([path, message]) => {
    const field = toCamelCase(path.split('.')[0] ?? '');
    return Object.hasOwn(draftSchema.shape, field) ? [[field, message] as const] : [];
  });
  return Object.fromEntries(entries);
}
