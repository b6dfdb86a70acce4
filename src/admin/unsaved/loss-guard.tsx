import { useState } from 'react';
import { NavigationType } from 'react-router';
import { LossDialog } from './loss-dialog.tsx';
import { DISCARD_INPUT, lossQuestion } from './loss-question.ts';
import { useNavigationBlocker } from './use-navigation-blocker.ts';

/**
 * Asks for confirmation before another page or screen of the newsroom replaces what would be lost (`useLossQuestion`). The router
 * supports one guard at a time; the editor has its own.
 */
export function LossGuard() {
  const [question, setQuestion] = useState(DISCARD_INPUT);
  function asks(place?: 'screen'): boolean {
    const lost = lossQuestion(place);
    if (lost !== null) setQuestion(lost);
    return lost !== null;
  }
  const blocker = useNavigationBlocker(({ currentLocation, nextLocation, historyAction }) => {
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
    <LossDialog
      isOpen={blocker.state === 'blocked'}
      question={question}
      onLeave={blocker.leave}
      onStay={blocker.stay}
    />
  );
}
