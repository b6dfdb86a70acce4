/**
 * The live region that toasts are added to. It is in the initial HTML, because screen readers announce only what is added
 * to a live region they already know. It occurs once, at the end of the document.
 */
export function ToastRegion() {
  return <section data-toasts="" tabIndex={-1} aria-label="Notifications" aria-live="polite" />;
}
