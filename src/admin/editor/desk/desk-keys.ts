import { useEffect } from 'react';
import type { Desk } from './desk.ts';

/**
 * Ctrl+S (⌘S) saves the article in the state it has, where there is a button for it: a draft stays a draft, what is
 * published is updated. The page itself is never saved.
 */
export function useSaveKey(desk: Desk, save: (isDraft: boolean) => void, canSave: boolean): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      // a capital with caps lock
      if (event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (canSave && document.querySelector('[role="dialog"], [role="alertdialog"]') === null)
        save(!desk.isPublished.get());
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [desk, save, canSave]);
}

/** A save that waits is tried at once when the browser has a line again, and waits no longer when the desk is left. */
export function useWakeOnLine(desk: Desk): void {
  useEffect(() => {
    addEventListener('online', desk.queue.wake);
    return () => {
      removeEventListener('online', desk.queue.wake);
      if (desk.queue.store.get().kind === 'waiting') desk.queue.stop();
    };
  }, [desk]);
}
