import { useCallback } from 'react';

const PROPERTY = '--editor-footer-height';

/**
 * A ref for the sticky footer. Its height is `--editor-footer-height` in pixels: it depends on what the footer says, and the
 * cursor, the focused element and the toasts must stay above it.
 */
export function useFooterHeight() {
  return useCallback((footer: HTMLElement | null) => {
    if (footer === null) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(PROPERTY, `${footer.offsetHeight}px`));
    observer.observe(footer);
    return () => {
      observer.disconnect();
      style.removeProperty(PROPERTY);
    };
  }, []);
}
