import { useEffect, useEffectEvent } from 'react';
import { useUnloadGuard } from './use-unload-guard.ts';

/** A form on a screen is removed when the query changes, a dialog may stay. */
type FormPlace = 'screen' | 'dialog';

/** The question before something is lost. */
export interface LossQuestion {
  readonly title: string;
  /** What is lost. */
  readonly text: string;
  /** The label of the button that leaves. */
  readonly action: string;
  readonly cancelLabel: string;
}

interface UnstoredForm {
  readonly place: FormPlace;
  readonly question: LossQuestion;
}

export const DISCARD_INPUT: LossQuestion = {
  title: 'Discard changes',
  text: 'What you have entered is not saved. This action cannot be undone.',
  action: 'Discard',
  cancelLabel: 'Keep editing',
};

/** The question before a secret disappears that is shown once. */
export function leaveSecretQuestion(text: string): LossQuestion {
  return { title: 'Leave without saving', text, action: 'Leave', cancelLabel: 'Stay' };
}

const forms = new Map<() => boolean, UnstoredForm>();

/**
 * The question, with everything that is lost, before forms are left whose input is not stored in the browser: any, or those in
 * this place. Null if there is no such input. With input, it is the question about input.
 */
export function lossQuestion(place?: FormPlace): LossQuestion | null {
  const found = [...forms]
    .filter(([hasInput, form]) => (place ?? form.place) === form.place && hasInput())
    .map(([, { question }]) => question);
  const questions = [...new Set(found.includes(DISCARD_INPUT) ? [DISCARD_INPUT, ...found] : found)];
  const [first] = questions;
  return first === undefined ? null : { ...first, text: questions.map(({ text }) => text).join(' ') };
}

/**
 * For a form whose input is not stored in the browser, or a secret that is shown once: asks for confirmation before it is left,
 * by the browser or by the guard of the page (`UnstoredInputGuard`).
 */
export function useUnstoredInput(
  hasInput: boolean,
  { place = 'screen', question = DISCARD_INPUT }: Partial<UnstoredForm> = {},
): void {
  useUnloadGuard(() => hasInput);
  const readInput = useEffectEvent(() => hasInput);
  useEffect(() => {
    const form = () => readInput();
    forms.set(form, { place, question });
    return () => void forms.delete(form);
  }, [place, question]);
}
