import { useEffect, useEffectEvent } from 'react';
import { useUnloadGuard } from './use-unload-guard.ts';

const forms = new Set<() => boolean>();

/** Whether a form has input that is not stored in the browser. */
export function hasUnstoredInput(): boolean {
  return [...forms].some((hasInput) => hasInput());
}

/**
 * For a form whose input is not stored in the browser: asks for confirmation before the page is left, by the browser or by
 * the guard of the page (`UnstoredInputGuard`).
 */
export function useUnstoredInput(hasInput: boolean): void {
  useUnloadGuard(() => hasInput);
  const readInput = useEffectEvent(() => hasInput);
  useEffect(() => {
    const form = () => readInput();
    forms.add(form);
    return () => void forms.delete(form);
  }, []);
}
