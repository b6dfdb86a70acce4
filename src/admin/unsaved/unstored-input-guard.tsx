import { useState } from 'react';
import { NavigationType, useBlocker } from 'react-router';
import { DiscardInputDialog } from './discard-input-dialog.tsx';
import { unstoredInputText } from './unstored-input.ts';

/**
 * Asks for confirmation before another page or screen of the newsroom replaces input that is not stored in the browser. The
 * router supports one guard at a time; the editor has its own.
 */
export function UnstoredInputGuard() {
  const [text, setText] = useState('');
  function asks(place?: 'screen'): boolean {
    const lost = unstoredInputText(place);
    if (lost !== null) setText(lost);
    return lost !== null;
  }
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    // The end of a session.
    if (nextLocation.pathname === '/login') return false;
    if (historyAction === NavigationType.Pop || nextLocation.pathname !== currentLocation.pathname)
      return asks();
    // A created item only gets its own URL, and the list of an item its filters.
    if (historyAction === NavigationType.Replace) return false;
    // A dialog that closes may change the query.
    return nextLocation.search !== currentLocation.search && asks('screen');
  });
  return (
    <DiscardInputDialog
      isOpen={blocker.state === 'blocked'}
      text={text}
      onDiscard={() => blocker.proceed?.()}
      onKeep={() => blocker.reset?.()}
    />
  );
}
