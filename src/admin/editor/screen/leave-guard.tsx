import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Blocker, useBlocker } from 'react-router';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { lossQuestion } from '../../unsaved/loss-question.ts';
import { useUnloadGuard } from '../../unsaved/use-unload-guard.ts';
import { isOnServer } from '../draft/draft-store.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';
import type { SaveQueue, SaveState } from '../editor-session/save-queue.ts';
import type { BaseRevision } from '../newsroom-article.ts';
import type { FollowUp } from '../saving/follow-up.ts';
import { isUploading } from '../pictures/uploads.ts';

interface LeaveGuardProps {
  readonly session: EditorSession;
  readonly followUp: FollowUp;
  /** Writes pending input of the text editor to the draft. */
  readonly flush: () => void;
  /** Called when an autosave has created the article; not while the editor is being left. May navigate. */
  readonly onAutosaveCreated: (article: BaseRevision) => void;
}

/** Milliseconds to wait for the last save or autosave before the user is asked. */
const AUTOSAVE_WAIT_MS = 3_000;

const UNSAVED_TEXT =
  'Your changes are not saved. They stay in this browser, and you can restore them when you open this article again.';

const SAVING_TEXT =
  'The article is still being saved. If you leave now, it may stay as it was. Your changes stay in this browser, and you can restore them when you open this article again.';

const UPLOADING_TEXT =
  'A picture is still being uploaded. If you leave now, it is not added to the article, and a save that waits for it is cancelled.';

/**
 * Waits for a save, and stores the draft on the server, before the editor is left. Asks for confirmation only if that fails, if
 * a dialog has input, or during an upload. The changes of the draft stay stored in this browser either way.
 */
export function LeaveGuard({ session, followUp, flush, onAutosaveCreated }: LeaveGuardProps) {
  const [question, setQuestion] = useState<string | null>(null);
  const hasUploads = () => isUploading(session.uploads.store.get());
  const isSaving = () => session.queue.store.get().kind === 'saving' || followUp.isPending();
  /** Whether something would be lost, or not be published or submitted, although the user has asked for it. */
  const isUnfinished = () =>
    !isOnServer(session.draft.get()) ||
    isSaving() ||
    session.queue.store.get().kind === 'waiting' ||
    hasUploads();
  /** Whether the editor was left during a save, which may have ended before the effect below runs. */
  const hasLeftDuringSave = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    flush();
    hasLeftDuringSave.current = isSaving();
    const { pathname } = nextLocation;
    // Do not ask on a redirect to /login: the user returns, and the draft is autosaved. Do not ask when a created
    // article only gets its own URL.
    const articleId = session.queue.base()?.id;
    const isStaying =
      pathname === currentLocation.pathname ||
      (articleId !== undefined && pathname.endsWith(`/${articleId}`));
    const isLeaving = !isStaying && pathname !== '/login';
    return isLeaving && (isUnfinished() || lossQuestion() !== null);
  });
  const proceed = useEffectEvent(() => blocker.proceed?.());
  const wasSaving = useEffectEvent(isSaving);
  const isBlocked = blocker.state === 'blocked';
  useReportedCreation(session, blocker.state, onAutosaveCreated);

  useEffect(() => {
    if (!isBlocked) return undefined;
    let isCurrent = true;
    const leaveOrAsk = (isStored: boolean) => {
      const loss = lossQuestion();
      // An open dialog.
      if (loss !== null) setQuestion(loss.text);
      else if (isUploading(session.uploads.store.get())) setQuestion(UPLOADING_TEXT);
      else if (isStored) proceed();
      else setQuestion(wasSaving() ? SAVING_TEXT : UNSAVED_TEXT);
    };
    const timer = setTimeout(() => leaveOrAsk(false), AUTOSAVE_WAIT_MS);
    const finish = async () => {
      const isStored = await finishSaving(session, followUp, hasLeftDuringSave.current);
      if (!isCurrent) return;
      clearTimeout(timer);
      // Even if it has asked, because what it has asked about is no longer true.
      leaveOrAsk(isStored);
    };
    void finish();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      setQuestion(null);
    };
  }, [isBlocked, session, followUp]);

  useUnloadGuard(isUnfinished, () => {
    flush();
    session.autosave.flush();
    void session.serverAutosave.flush({ isLeaving: document.visibilityState === 'hidden' });
  });

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

/**
 * Waits for the save in progress and what follows it, and stores what it does not contain. Returns whether that succeeded, and
 * the draft is on the server.
 *
 * @param hasBegun whether a save was in progress when the editor was left; it may have failed since
 */
async function finishSaving(
  { queue, serverAutosave }: EditorSession,
  followUp: FollowUp,
  hasBegun: boolean,
): Promise<boolean> {
  const { kind } = queue.store.get();
  const end = kind === 'saving' ? await nextKind(queue, kind) : kind;
  if (end === 'waiting' || ((hasBegun || kind === 'saving') && end !== 'idle')) return false;
  await followUp.whenEnded();
  return serverAutosave.flush();
}

/** Resolves to the kind that replaces this one. */
function nextKind({ store }: SaveQueue, present: SaveState['kind']): Promise<SaveState['kind']> {
  return new Promise((resolve) => {
    const unsubscribe = store.subscribe(() => {
      const { kind } = store.get();
      if (kind === present) return;
      unsubscribe();
      resolve(kind);
    });
  });
}

/**
 * The last autosave before the editor is left may create the article. The router forgets a blocked navigation when another
 * one takes place, so the new URL of the article has to wait until the user has decided to stay.
 */
function useReportedCreation(
  session: EditorSession,
  blocking: Blocker['state'],
  report: (article: BaseRevision) => void,
): void {
  const [created, setCreated] = useState<BaseRevision | null>(null);
  const isReported = useRef(false);
  useEffect(() => session.onCreated(setCreated), [session]);
  useEffect(() => {
    if (created === null || isReported.current || blocking !== 'unblocked') return;
    isReported.current = true;
    report(created);
  }, [created, blocking, report]);
}
