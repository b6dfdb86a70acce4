import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ARTICLES_KEY } from '../../dashboard/article-queries.ts';
import { lossQuestion } from '../../unsaved/loss-question.ts';
import { type NavigationBlocker, useNavigationBlocker } from '../../unsaved/use-navigation-blocker.ts';
import { useUnloadGuard } from '../../unsaved/use-unload-guard.ts';
import { isOnServer } from '../draft/draft-store.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';
import type { BaseRevision } from '../newsroom-article.ts';
import type { FollowUp } from '../saving/follow-up.ts';
import { isUploading, type Upload } from '../pictures/uploads.ts';
import { untilState } from '../store.ts';

interface LeaveGuardProps {
  readonly session: EditorSession;
  readonly followUp: FollowUp;
  /** Writes pending input of the text editor to the draft. */
  readonly flush: () => void;
  /** The article, when it was created in this editor and the editor stays open. */
  readonly created: BaseRevision | null;
  /** Called once with `created`; not while the editor is being left. May navigate. */
  readonly onStay: (article: BaseRevision) => void;
}

/** Milliseconds to wait for the last save or autosave before the user is asked. */
const AUTOSAVE_WAIT_MS = 3_000;

interface Question {
  readonly title: string;
  readonly text: string;
}

/** For a save that has failed or has not ended. */
const leaveWithoutSaving = (text: string): Question => ({ title: 'Leave without saving', text });

const UNSAVED = leaveWithoutSaving(
  'Your changes are not saved. They stay in this browser, and you can restore them when you open this article again.',
);

const SAVING = leaveWithoutSaving(
  'The article is still being saved. If you leave now, it may stay as it was. Your changes stay in this browser, and you can restore them when you open this article again.',
);

const NOT_UPLOADED = leaveWithoutSaving(
  'A picture could not be uploaded. If you leave now, it is not added to the article.',
);

const UPLOADING = leaveWithoutSaving(
  'A picture is still being uploaded. If you leave now, it is not added to the article, and a save that waits for it is cancelled.',
);

/** For the request that follows a save. */
const leaveEditor = (text: string): Question => ({ title: 'Leave the editor', text });

const uploadQuestion = (uploads: readonly Upload[]): Question =>
  isUploading(uploads) ? UPLOADING : NOT_UPLOADED;

/**
 * Waits for a save, and stores the draft on the server, before the editor is left. Asks for confirmation only if that fails, if
 * a dialog has input, or during an upload. The changes of the draft stay stored in this browser either way.
 */
export function LeaveGuard({ session, followUp, flush, created, onStay }: LeaveGuardProps) {
  /** The last question, which stays while its dialog closes. */
  const [question, setQuestion] = useState(UNSAVED);
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const hasUploads = () => session.uploads.store.get().length > 0;
  const isSaving = () => session.queue.store.get().kind === 'saving';
  /** Whether something would be lost, or not be published or submitted, although the user has asked for it. */
  const isUnfinished = () =>
    !isOnServer(session.draft.get()) ||
    isSaving() ||
    followUp.pending() !== null ||
    session.queue.store.get().kind === 'waiting' ||
    hasUploads();
  /** What `finishSaving` returns about the blocked navigation. */
  const finishing = useRef<Promise<Question | null>>(Promise.resolve(null));
  const blocker = useNavigationBlocker(({ currentLocation, nextLocation }) => {
    flush();
    const { pathname } = nextLocation;
    // Do not ask on a redirect to /login: the user returns, and the draft is autosaved. Do not ask when a created
    // article only gets its own URL.
    const articleId = session.queue.base()?.id;
    const isStaying =
      pathname === currentLocation.pathname ||
      (articleId !== undefined && pathname.endsWith(`/${articleId}`));
    const isLeaving = !isStaying && pathname !== '/login';
    if (!isLeaving || !(isUnfinished() || lossQuestion() !== null)) return false;
    // Not in the effect below: the save may end before it runs.
    finishing.current = finishSaving(session, followUp);
    return true;
  });
  const isBlocked = blocker.state === 'blocked';
  useReportedCreation(created, blocker, onStay);

  const leaveOrAsk = useEffectEvent((unfinished: Question | null) => {
    if (!blocker.isWaiting()) return;
    const loss = lossQuestion();
    // An open dialog.
    const lost = loss === null ? null : leaveWithoutSaving(loss.text);
    const asked = lost ?? (hasUploads() ? uploadQuestion(session.uploads.store.get()) : unfinished);
    if (asked === null) return blocker.leave();
    setQuestion(asked);
    setAsking(true);
  });
  const askNow = useEffectEvent(() => {
    const pending = followUp.pending();
    leaveOrAsk(
      isSaving()
        ? SAVING
        : pending === null
          ? UNSAVED
          : leaveEditor(`${pending} yet. This continues if you leave now.`),
    );
  });

  useEffect(() => {
    if (!isBlocked) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => askNow(), AUTOSAVE_WAIT_MS);
    const finish = async (): Promise<void> => {
      const unfinished = await finishing.current;
      // The lists were loaded when the editor was left.
      if (!isCurrent) return queries.invalidateQueries({ queryKey: ARTICLES_KEY });
      clearTimeout(timer);
      // Even if it has asked, because what it has asked about is no longer true.
      return leaveOrAsk(unfinished);
    };
    void finish();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      setAsking(false);
    };
  }, [isBlocked, queries]);

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
      onConfirm={blocker.leave}
      onCancel={blocker.stay}
    />
  );
}

/**
 * Waits for the save in progress and what follows it, also for saves that begin meanwhile, and stores what they do not contain.
 * Returns the question if one of these did not succeed; otherwise the draft is on the server.
 */
async function finishSaving(
  { queue, serverAutosave }: EditorSession,
  followUp: FollowUp,
): Promise<Question | null> {
  const before = queue.store.get();
  const hasFailed = () => {
    const state = queue.store.get();
    // An earlier failure was reported, and the autosave stores the draft.
    return state.kind === 'waiting' || (state !== before && state.kind !== 'idle' && state.kind !== 'saving');
  };
  let failure: string | null = null;
  for (;;) {
    // Successful or not.
    await untilState(queue.store, ({ kind }) => kind !== 'saving');
    if (hasFailed()) return UNSAVED;
    failure = (await followUp.whenEnded()) ?? failure;
    const isStored = await serverAutosave.flush();
    if (queue.store.get().kind === 'saving' || followUp.pending() !== null) continue;
    if (hasFailed() || !isStored) return UNSAVED;
    return failure === null ? null : leaveEditor(`${failure}.`);
  }
}

/**
 * The last save or autosave before the editor is left may create the article. The router forgets a blocked navigation when another
 * one takes place, so the new URL of the article has to wait until the user has decided to stay.
 */
function useReportedCreation(
  created: BaseRevision | null,
  { state, isWaiting }: NavigationBlocker,
  report: (article: BaseRevision) => void,
): void {
  const isReported = useRef(false);
  const isLeaving = useEffectEvent(isWaiting);
  useEffect(() => {
    if (created === null || isReported.current || state !== 'unblocked' || isLeaving()) return;
    isReported.current = true;
    report(created);
  }, [created, state, report]);
}
