import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { useUnloadGuard } from '../../unsaved/use-unload-guard.ts';
import { isUnsaved } from '../draft/draft-store.ts';
import type { Desk } from './desk.ts';

interface LeaveGuardProps {
  readonly desk: Desk;
  /** Hands over what has been typed in the last moment. */
  readonly flush: () => void;
}

/** Asks before unsaved words are left behind, and keeps them in this browser whatever is answered. */
export function LeaveGuard({ desk, flush }: LeaveGuardProps) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    flush();
    const { pathname } = nextLocation;
    // Who has to sign in again comes back, the words wait in the journal; and an article that was just created only
    // gets its address.
    const ownId = desk.queue.base()?.id;
    const isStaying =
      pathname === currentLocation.pathname || (ownId !== undefined && pathname.endsWith(`/${ownId}`));
    const isLeaving = !isStaying && pathname !== '/login';
    return isLeaving && isUnsaved(desk.draft.get());
  });

  useUnloadGuard(
    () => isUnsaved(desk.draft.get()),
    () => {
      flush();
      desk.keeper.flush();
    },
  );

  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title="Leave Without Saving"
      text="Your changes are not saved. They stay in this browser and are offered when you open this article again."
      action="Leave"
      busyAction="Leaving..."
      isBusy={false}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}
