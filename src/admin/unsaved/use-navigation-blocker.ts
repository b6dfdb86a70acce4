import { useRef } from 'react';
import { type Blocker, type BlockerFunction, useBlocker } from 'react-router';

export interface NavigationBlocker {
  readonly state: Blocker['state'];
  /** Whether the navigation still waits. The router forgets it when another one takes place, which `state` shows later. */
  isWaiting(): boolean;
  /** Continues the navigation, if it still waits. */
  leave(): void;
  /** Cancels the navigation, if it still waits. */
  stay(): void;
}

/**
 * `useBlocker` of the router, whose functions throw if the navigation does not wait anymore: after a second click, or after the
 * end of a save has opened another page.
 */
export function useNavigationBlocker(blocks: BlockerFunction): NavigationBlocker {
  const isWaiting = useRef(false);
  const blocker = useBlocker((navigation) => {
    isWaiting.current = blocks(navigation);
    return isWaiting.current;
  });
  function decide(decision: (() => void) | undefined): void {
    if (!isWaiting.current || decision === undefined) return;
    isWaiting.current = false;
    decision();
  }
  return {
    state: blocker.state,
    isWaiting: () => isWaiting.current,
    leave: () => decide(blocker.proceed),
    stay: () => decide(blocker.reset),
  };
}
