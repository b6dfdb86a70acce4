import { type RefObject, useEffect } from 'react';
import type { Draft, DraftField, FieldErrors } from '../draft/draft.ts';
import { UNDESCRIBED_IN_BODY } from '#domain/articles/picture-descriptions.ts';
import { fieldErrorsFromApi } from './save-validation.ts';
import { useStore } from '../store.ts';
import type { TextEditorHandle } from '../text-editor/text-editor.tsx';
import type { EditorSession } from '../editor-session/editor-session.ts';

/** Elements that can receive the focus on an error: the form of step 1, the text editor of step 2. */
export interface ErrorTargets {
  readonly details: RefObject<HTMLFormElement | null>;
  readonly text: RefObject<TextEditorHandle | null>;
}

/** Errors of client-side validation, with the draft they refer to. */
export interface ClientErrors {
  readonly errors: FieldErrors;
  readonly draft: Draft;
}

/** Field errors of client-side validation and of the server, each until its field changes. */
export function useFieldErrors(
  session: EditorSession,
  clientErrors: ClientErrors,
  targets: ErrorTargets,
): FieldErrors {
  const save = useStore(session.queue.store);
  const { draft } = useStore(session.draft);

  useEffect(
    () =>
      session.queue.store.subscribe(() => {
        const state = session.queue.store.get();
        if (state.kind === 'failed') focusFirstError(session, fieldErrorsFromApi(state.fields), targets);
      }),
    [session, targets],
  );

  const failedSave = save.kind === 'failed' ? save : null;
  return {
    ...unchanged(clientErrors.errors, clientErrors.draft, draft),
    ...(failedSave?.job && unchanged(fieldErrorsFromApi(failedSave.fields), failedSave.job.draft, draft)),
  };
}

/** A control with an error, or the lead picture, which is a group of controls. */
const INVALID_FIELD = '[aria-invalid="true"], [data-invalid="true"]';

/** Switches to the step with the first error and focuses the field. */
export function focusFirstError(
  session: EditorSession,
  errors: FieldErrors,
  { details, text }: ErrorTargets,
): void {
  const fields = Object.keys(errors);
  if (fields.length === 0) return;
  const isInDetails = fields.some((field) => field !== 'content');
  session.draft.dispatch({ type: 'stepChanged', step: isInDetails ? 1 : 2 });
  // Wait until the step is rendered.
  requestAnimationFrame(() => {
    if (isInDetails) details.current?.querySelector<HTMLElement>(INVALID_FIELD)?.focus();
    else if (errors.content === UNDESCRIBED_IN_BODY) text.current?.selectUndescribedPicture();
    else text.current?.focus();
  });
}

function unchanged(errors: FieldErrors, checked: Draft, current: Draft): FieldErrors {
  const fields = Object.keys(errors) as DraftField[];
  return Object.fromEntries(
    fields.filter((field) => checked[field] === current[field]).map((field) => [field, errors[field]]),
  );
}
