import { useEffect, useEffectEvent } from 'react';
import { useUnloadGuard } from './use-unload-guard.ts';

/** A form on a screen is removed when the query changes, a dialog may stay. */
type FormPlace = 'screen' | 'dialog';

interface UnstoredForm {
  readonly place: FormPlace;
  /** What is lost, for the question. */
  readonly text: string;
}

export const UNSAVED_TEXT = 'What you have entered is not saved. This action cannot be undone.';

const forms = new Map<() => boolean, UnstoredForm>();

/**
 * What is lost when forms are left whose input is not stored in the browser: any, or those in this place. Null if there is no such
 * input.
 */
export function unstoredInputText(place?: FormPlace): string | null {
  const texts = [...forms]
    .filter(([hasInput, form]) => (place ?? form.place) === form.place && hasInput())
    .map(([, { text }]) => text);
  return texts.includes(UNSAVED_TEXT) ? UNSAVED_TEXT : (texts[0] ?? null);
}

/** Whether a form has input that is not stored in the browser. */
export function hasUnstoredInput(): boolean {
  return unstoredInputText() !== null;
}

/**
 * For a form whose input is not stored in the browser: asks for confirmation before the form is left, by the browser or by
 * the guard of the page (`UnstoredInputGuard`).
 */
export function useUnstoredInput(
  hasInput: boolean,
  { place = 'screen', text = UNSAVED_TEXT }: Partial<UnstoredForm> = {},
): void {
  useUnloadGuard(() => hasInput);
  const readInput = useEffectEvent(() => hasInput);
  useEffect(() => {
    const form = () => readInput();
    forms.set(form, { place, text });
    return () => void forms.delete(form);
  }, [place, text]);
}
