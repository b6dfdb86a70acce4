import { NavigationType, useBlocker } from 'react-router';
import { DiscardInputDialog } from './discard-input-dialog.tsx';
import { hasUnstoredInput } from './unstored-input.ts';

/**
 * Asks for confirmation before another page or screen of the newsroom replaces input that is not stored in the browser. The
 * router supports one guard at a time; the editor has its own.
 */
export function UnstoredInputGuard() {
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    // The end of a session.
    if (nextLocation.pathname === '/login') return false;
    if (historyAction === NavigationType.Pop || nextLocation.pathname !== currentLocation.pathname)
      return hasUnstoredInput();
    // A created item only gets its own URL, and the list of an item its filters.
    if (historyAction === NavigationType.Replace) return false;
    // A dialog that closes may change the query.
    return nextLocation.search !== currentLocation.search && hasUnstoredInput('screen');
  });
  return (
    <DiscardInputDialog
      isOpen={blocker.state === 'blocked'}
      onDiscard={() => blocker.proceed?.()}
      onKeep={() => blocker.reset?.()}
    />
  );
}
