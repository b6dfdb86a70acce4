import { type RefObject, useEffect } from 'react';
import type { FieldErrors } from '../details/details-step.tsx';
import type { Draft, DraftField } from '../draft/draft.ts';
import { UNDESCRIBED_IN_BODY } from '#domain/articles/picture-descriptions.ts';
import { errorsFrom } from '../saving/checks.ts';
import type { Complaint } from '../saving/use-saving.ts';
import { useStore } from '../store.ts';
import type { TextEditorHandle } from '../writing/text-editor.tsx';
import type { Desk } from './desk.ts';

/** Where errors are shown: the form of the first step, the text of the second. */
export interface ErrorPlaces {
  readonly details: RefObject<HTMLFormElement | null>;
  readonly text: RefObject<TextEditorHandle | null>;
}

/** What is wrong with which field, said by us or by the server, until the field is changed. */
export function useErrors(desk: Desk, ours: Complaint, places: ErrorPlaces): FieldErrors {
  const save = useStore(desk.queue.store);
  const { draft } = useStore(desk.draft);

  useEffect(
    () =>
      desk.queue.store.subscribe(() => {
        const state = desk.queue.store.get();
        if (state.kind === 'failed') leadToErrors(desk, errorsFrom(state.fields), places);
      }),
    [desk, places],
  );

  const theirs = save.kind === 'failed' ? save : null;
  return {
    ...unchanged(ours.errors, ours.draft, draft),
    ...(theirs?.job && unchanged(errorsFrom(theirs.fields), theirs.job.draft, draft)),
  };
}

/** Brings the step with the first error to the front, and the focus to it. */
export function leadToErrors(desk: Desk, errors: FieldErrors, { details, text }: ErrorPlaces): void {
  const fields = Object.keys(errors);
  if (fields.length === 0) return;
  const isInDetails = fields.some((field) => field !== 'content');
  desk.draft.dispatch({ type: 'went', step: isInDetails ? 1 : 2 });
  // when it has been drawn
  requestAnimationFrame(() => {
    if (isInDetails) details.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    else if (errors.content === UNDESCRIBED_IN_BODY) text.current?.selectUndescribedPicture();
    else text.current?.focus();
  });
}

function unchanged(errors: FieldErrors, said: Draft, now: Draft): FieldErrors {
  const fields = Object.keys(errors) as DraftField[];
  return Object.fromEntries(
    fields.filter((field) => said[field] === now[field]).map((field) => [field, errors[field]]),
  );
}
