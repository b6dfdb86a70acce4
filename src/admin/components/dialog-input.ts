import { createContext, useContext, useLayoutEffect } from 'react';

/** Adds to the number of forms in a dialog that have input. */
export const DialogInputContext = createContext<(change: 1 | -1) => void>(() => undefined);

/** Reports to the dialog around a form that closing it would lose input. Without a dialog, does nothing. */
export function useDialogInput(hasInput: boolean): void {
  const report = useContext(DialogInputContext);
  // Before the next event is handled: Escape right after a key must ask.
  useLayoutEffect(() => {
    if (!hasInput) return undefined;
    report(1);
    return () => report(-1);
  }, [hasInput, report]);
}
