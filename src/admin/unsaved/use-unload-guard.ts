import { useEffect, useEffectEvent } from 'react';

/**
 * Makes the browser ask for confirmation before the tab is closed, reloaded or navigated away with unsaved changes.
 *
 * @param flush writes pending input; also called when the page is hidden, because a hidden page may be discarded
 */
export function useUnloadGuard(isUnsaved: () => boolean, flush: () => void = () => undefined): void {
  const onHidden = useEffectEvent(flush);
  const onLeaving = useEffectEvent((event: BeforeUnloadEvent) => {
    flush();
    if (isUnsaved()) event.preventDefault();
  });

  useEffect(() => {
    const hide = () => onHidden();
    const leave = (event: BeforeUnloadEvent) => onLeaving(event);
    addEventListener('beforeunload', leave);
    addEventListener('pagehide', hide);
    document.addEventListener('visibilitychange', hide);
    return () => {
      removeEventListener('beforeunload', leave);
      removeEventListener('pagehide', hide);
      document.removeEventListener('visibilitychange', hide);
    };
  }, []);
}
