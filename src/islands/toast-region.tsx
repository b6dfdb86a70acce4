/**
 * Where toasts appear. It is in the HTML from the start, because screen readers only announce what is added to a live
 * region they already know. Stands once in the document, after everything else.
 */
export function ToastRegion() {
  return <section data-toasts="" tabIndex={-1} aria-label="Notifications" aria-live="polite" />;
}
