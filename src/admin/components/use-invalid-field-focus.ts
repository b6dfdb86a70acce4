import { type RefObject, useEffect } from 'react';

/** Focuses the first invalid field of a form after its request was rejected. */
export function useInvalidFieldFocus(form: RefObject<HTMLElement | null>, error: unknown): void {
  // In an effect, so that the field errors are rendered.
  useEffect(() => {
    if (error !== null)
      form.current?.querySelector<HTMLElement>('[aria-invalid], [data-invalid="true"]')?.focus();
  }, [form, error]);
}
