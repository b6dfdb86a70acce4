import { useEffect, useEffectEvent } from 'react';
import { useUnloadGuard } from './use-unload-guard.ts';

/** What is on a screen is removed when the query changes; a dialog may stay. */
type LossPlace = 'screen' | 'dialog';

/** The question before something is lost. */
export interface LossQuestion {
  readonly title: string;
  /** What is lost. */
  readonly text: string;
  /** The label of the button that leaves. */
  readonly action: string;
  readonly cancelLabel: string;
}

interface PossibleLoss {
  readonly place: LossPlace;
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

/** The key is the function that returns whether it would be lost now. */
const losses = new Map<() => boolean, PossibleLoss>();

/**
 * The question, with everything that is lost, before anything is left that `useLossQuestion` names: anywhere, or in this place.
 * Null if nothing would be lost. If input is among it, it is the question about input.
 */
export function lossQuestion(place?: LossPlace): LossQuestion | null {
  const found = [...losses]
    .filter(([isLost, loss]) => (place ?? loss.place) === loss.place && isLost())
    .map(([, { question }]) => question);
  const questions = [...new Set(found.includes(DISCARD_INPUT) ? [DISCARD_INPUT, ...found] : found)];
  const [first] = questions;
  return first === undefined ? null : { ...first, text: questions.map(({ text }) => text).join(' ') };
}

/**
 * For input that is not stored in the browser, an upload, or a secret that is shown once: asks for confirmation before it is
 * left, by the browser or by the guard of the page (`LossGuard`).
 *
 * @param wouldLose whether leaving now loses it
 */
export function useLossQuestion(
  wouldLose: boolean,
  { place = 'screen', question = DISCARD_INPUT }: Partial<PossibleLoss> = {},
): void {
  useUnloadGuard(() => wouldLose);
  const readWouldLose = useEffectEvent(() => wouldLose);
  useEffect(() => {
    const isLost = () => readWouldLose();
    losses.set(isLost, { place, question });
    return () => void losses.delete(isLost);
  }, [place, question]);
}
