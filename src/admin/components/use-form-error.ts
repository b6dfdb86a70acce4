import { type RefObject, useEffect } from 'react';
import { latestFailure } from './toast.tsx';

/**
 * For a form whose request was rejected, with a toast: focuses the first invalid field, and ends the toast at the next attempt.
 *
 * @param error null from the start of a request until its rejection
 */
export function useFormError(form: RefObject<HTMLElement | null>, error: unknown): void {
  // In an effect, so that the field errors are rendered.
  useEffect(() => {
    if (error !== null)
      form.current?.querySelector<HTMLElement>('[aria-invalid], [data-invalid="true"]')?.focus();
  }, [form, error]);
  useFailureToastEnd(error);
}

/** Ends the toast about an error when the error is gone: beside the success of the next attempt it would be false. */
export function useFailureToastEnd(error: unknown): void {
  useEffect(() => (error === null ? undefined : latestFailure()), [error]);
}
