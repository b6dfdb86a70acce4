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

interface Question {
  readonly title: string;
  readonly text: string;
}

/** What a save has not done. */
const leaveWithoutSaving = (text: string): Question => ({ title: 'Leave without saving', text });

const UNSAVED = leaveWithoutSaving(
  'Your changes are not saved. They stay in this browser, and you can restore them when you open this article again.',
);

const SAVING = leaveWithoutSaving(
  'The article is still being saved. If you leave now, it may stay as it was. Your changes stay in this browser, and you can restore them when you open this article again.',
);

const UPLOADING = leaveWithoutSaving(
  'A picture is still being uploaded. If you leave now, it is not added to the article, and a save that waits for it is cancelled.',
);

/**
 * Waits for a save, and stores the draft on the server, before the editor is left. Asks for confirmation only if that fails, if
 * a dialog has input, or during an upload. The changes of the draft stay stored in this browser either way.
 */
export function LeaveGuard({ session, followUp, flush, onAutosaveCreated }: LeaveGuardProps) {
  /** The last question, which stays while its dialog closes. */
  const [question, setQuestion] = useState(UNSAVED);
  const [isAsking, setAsking] = useState(false);
  const hasUploads = () => isUploading(session.uploads.store.get());
  const isSaving = () => session.queue.store.get().kind === 'saving' || followUp.isPending();
  /** Whether something would be lost, or not be published or submitted, although the user has asked for it. */
  const isUnfinished = () =>
    !isOnServer(session.draft.get()) ||
    isSaving() ||
    session.queue.store.get().kind === 'waiting' ||
    hasUploads();
  /**
   * The end of the save in progress when the editor was left, and of what follows it; null if there was none. They may have ended
   * before the effect below runs.
   */
  const leftSave = useRef<Promise<string | null> | null>(null);
  /** Whether another navigation has taken place since, so that the router has forgotten the blocked one. */
  const isForgotten = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    flush();
    leftSave.current = isSaving() ? followUp.whenEnded() : null;
    const { pathname } = nextLocation;
    // Do not ask on a redirect to /login: the user returns, and the draft is autosaved. Do not ask when a created
    // article only gets its own URL.
    const articleId = session.queue.base()?.id;
    const isStaying =
      pathname === currentLocation.pathname ||
      (articleId !== undefined && pathname.endsWith(`/${articleId}`));
    const isLeaving = !isStaying && pathname !== '/login';
    const blocks = isLeaving && (isUnfinished() || lossQuestion() !== null);
    isForgotten.current = !blocks;
    return blocks;
  });
  const proceed = useEffectEvent(() => blocker.proceed?.());
  const wasSaving = useEffectEvent(isSaving);
  const isBlocked = blocker.state === 'blocked';
  useReportedCreation(session, blocker.state, onAutosaveCreated);

  useEffect(() => {
    if (!isBlocked) return undefined;
    let isCurrent = true;
    const ask = (about: Question) => {
      setQuestion(about);
      setAsking(true);
    };
    const leaveOrAsk = (unfinished: Question | null) => {
      if (isForgotten.current) return;
      const loss = lossQuestion();
      // An open dialog.
      if (loss !== null) ask(leaveWithoutSaving(loss.text));
      else if (isUploading(session.uploads.store.get())) ask(UPLOADING);
      else if (unfinished !== null) ask(unfinished);
      else proceed();
    };
    const timer = setTimeout(() => leaveOrAsk(wasSaving() ? SAVING : UNSAVED), AUTOSAVE_WAIT_MS);
    const finish = async () => {
      const unfinished = await finishSaving(session, followUp, leftSave.current);
      if (!isCurrent) return;
      clearTimeout(timer);
      // Even if it has asked, because what it has asked about is no longer true.
      leaveOrAsk(unfinished);
    };
    void finish();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      setAsking(false);
    };
  }, [isBlocked, session, followUp]);

  useUnloadGuard(isUnfinished, () => {
    flush();
    session.autosave.flush();
    void session.serverAutosave.flush({ isLeaving: document.visibilityState === 'hidden' });
  });

  return (
    <ConfirmDialog
      isOpen={isBlocked && isAsking}
      title={question.title}
      text={question.text}
      action="Leave"
      busyAction="Leaving..."
      isBusy={false}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}

/**
 * Waits for the save in progress and what follows it, and stores what it does not contain. Returns the question if that did not
 * succeed; otherwise the draft is on the server.
 *
 * @param leftSave the end of what followed a save that was in progress when the editor was left; the save may have failed since
 */
async function finishSaving(
  { queue, serverAutosave }: EditorSession,
  followUp: FollowUp,
  leftSave: Promise<string | null> | null,
): Promise<Question | null> {
  const { kind } = queue.store.get();
  const end = kind === 'saving' ? await nextKind(queue, kind) : kind;
  if (end === 'waiting' || ((leftSave !== null || kind === 'saving') && end !== 'idle')) return UNSAVED;
  const failure = (await leftSave) ?? (await followUp.whenEnded());
  if (!(await serverAutosave.flush())) return UNSAVED;
  return failure === null ? null : { title: 'Leave the editor', text: `${failure}.` };
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
