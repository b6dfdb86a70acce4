import { useEffect, useEffectEvent } from 'react';

/**
 * Has the browser ask before the tab is closed, reloaded or led elsewhere while something is unsaved.
 *
 * @param flush stores what was typed in the last moment; also called when the page is hidden, which may be its end
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
