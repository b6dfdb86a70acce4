import { useEffect, useEffectEvent, useState } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DISCARD_INPUT_TEXT } from '../../unsaved/discard-input-dialog.tsx';
import { hasUnstoredInput } from '../../unsaved/unstored-input.ts';
import { useUnloadGuard } from '../../unsaved/use-unload-guard.ts';
import { isOnServer } from '../draft/draft-store.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';

interface LeaveGuardProps {
  readonly session: EditorSession;
  /** Writes pending input of the text editor to the draft. */
  readonly flush: () => void;
}

/** Milliseconds to wait for the last autosave before the user is asked. */
const AUTOSAVE_WAIT_MS = 3_000;

const UNSAVED_TEXT =
  'Your changes are not saved. They stay in this browser, and you can restore them when you open this article again.';

/**
 * Stores the draft on the server before the editor is left, and asks for confirmation only if that fails, or if a dialog
 * has input. The changes of the draft stay stored in this browser either way.
 */
export function LeaveGuard({ session, flush }: LeaveGuardProps) {
  const [question, setQuestion] = useState<string | null>(null);
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
    return isLeaving && (!isOnServer(session.draft.get()) || hasUnstoredInput());
  });
  const proceed = useEffectEvent(() => blocker.proceed?.());
  const isBlocked = blocker.state === 'blocked';

  useEffect(() => {
    if (!isBlocked) return undefined;
    let isCurrent = true;
    const { promise: timeout, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), AUTOSAVE_WAIT_MS);
    const storeAndLeave = async () => {
      const isStored = await Promise.race([session.serverAutosave.flush(), timeout]);
      if (!isCurrent) return;
      // An open dialog.
      if (hasUnstoredInput()) setQuestion(DISCARD_INPUT_TEXT);
      else if (isStored) proceed();
      else setQuestion(UNSAVED_TEXT);
    };
    void storeAndLeave();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      setQuestion(null);
    };
  }, [isBlocked, session]);

  useUnloadGuard(
    () => !isOnServer(session.draft.get()),
    () => {
      flush();
      session.autosave.flush();
      void session.serverAutosave.flush({ isLeaving: document.visibilityState === 'hidden' });
    },
  );

  return (
    <ConfirmDialog
      isOpen={isBlocked && question !== null}
      title="Leave without saving"
      text={question ?? ''}
      action="Leave"
      busyAction="Leaving..."
      isBusy={false}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}
