import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useUnloadGuard } from '../../unsaved/use-unload-guard.ts';
import { isUnsaved } from '../draft/draft-store.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';

interface LeaveGuardProps {
  readonly session: EditorSession;
  /** Writes pending input of the text editor to the draft. */
  readonly flush: () => void;
}

/** Asks for confirmation before navigating away with unsaved changes. They stay stored in this browser either way. */
export function LeaveGuard({ session, flush }: LeaveGuardProps) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    flush();
    const { pathname } = nextLocation;
    // Do not ask on a redirect to /login: the user returns, and the draft is autosaved. Do not ask when a created
    // article only gets its own URL.
    const articleId = session.queue.base()?.id;
    const isStaying =
      pathname === currentLocation.pathname ||
      (articleId !== undefined && pathname.endsWith(`/${articleId}`));
    const isLeaving = !isStaying && pathname !== '/login';
    return isLeaving && isUnsaved(session.draft.get());
  });

  useUnloadGuard(
    () => isUnsaved(session.draft.get()),
    () => {
      flush();
      session.autosave.flush();
    },
  );

  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title="Leave without saving"
      text="Your changes are not saved. They stay in this browser, and you can restore them when you open this article again."
      action="Leave"
      busyAction="Leaving..."
      isBusy={false}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}
