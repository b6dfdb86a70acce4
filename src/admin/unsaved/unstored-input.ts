import { useEffect, useEffectEvent } from 'react';
import { useUnloadGuard } from './use-unload-guard.ts';

/** A form on a screen is removed when the query changes, a dialog may stay. */
type FormPlace = 'screen' | 'dialog';

const forms = new Map<() => boolean, FormPlace>();

/** Whether a form has input that is not stored in the browser: any, or one in this place. */
export function hasUnstoredInput(place?: FormPlace): boolean {
  return [...forms].some(([hasInput, formPlace]) => (place ?? formPlace) === formPlace && hasInput());
}

/**
 * For a form whose input is not stored in the browser: asks for confirmation before the form is left, by the browser or by
 * the guard of the page (`UnstoredInputGuard`).
 */
export function useUnstoredInput(hasInput: boolean, place: FormPlace = 'screen'): void {
  useUnloadGuard(() => hasInput);
  const readInput = useEffectEvent(() => hasInput);
  useEffect(() => {
    const form = () => readInput();
    forms.set(form, place);
    return () => void forms.delete(form);
  }, [place]);
}
