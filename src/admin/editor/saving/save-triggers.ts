import { useEffect } from 'react';
import { isPublic } from '#domain/articles/article-state.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';
import type { Saving } from './use-saving.ts';

/**
 * Ctrl+S (⌘S) saves the article without changing its status: a draft stays a draft, a published article is updated, and pending
 * changes stay pending.
 * Does nothing unless `canSave`, and while a dialog is open. The browser's own "Save page" is always suppressed.
 */
export function useSaveShortcut(
  session: EditorSession,
  { save, saveForLater }: Pick<Saving, 'save' | 'saveForLater'>,
  canSave: boolean,
): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      // `key` is upper case with caps lock.
      if (event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (!canSave || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return;
      const { isDraft, isForLater } = kindOfSave(session);
      if (isForLater) saveForLater();
      else save(isDraft);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [session, save, saveForLater, canSave]);
}

/** What keeps the status of the article, also the one that a save in progress gives it. */
function kindOfSave({ queue, status }: EditorSession): {
  readonly isDraft: boolean;
  readonly isForLater: boolean;
} {
  const save = queue.store.get();
  if (save.kind === 'saving' || save.kind === 'waiting') return save;
  const { state } = status.get();
  return { isDraft: !isPublic(state), isForLater: state === 'published_with_pending_changes' };
}

/**
 * Retries a waiting save, an autosave and uploads when the browser comes online, and uploads also when an autosave shows that the server
 * can be reached again. Nothing is retried after the editor was unmounted.
 */
export function useRetryWhenOnline(session: EditorSession): void {
  useEffect(() => {
    const retry = () => {
      session.queue.retryNow();
      void session.serverAutosave.flush();
      session.uploads.retryUnreachable();
    };
    const unsubscribe = session.serverAutosave.status.subscribe(() => {
      if (session.serverAutosave.status.get().kind === 'saved') session.uploads.retryUnreachable();
    });
    addEventListener('online', retry);
    return () => {
      removeEventListener('online', retry);
      unsubscribe();
      session.queue.stopRetrying();
    };
  }, [session]);
}
