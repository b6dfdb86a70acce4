/**
 * Decides whether the home page starts with the splash screen. A classic blocking script that runs before the first
 * paint and sets `data-splash` on <html> for the style sheet. If anything in it fails, no splash is shown.
 */
(() => {
  const { documentElement: root } = document;
  const SEEN_KEY = 'meridian:splash-seen';
  /**
   * Milliseconds after which the splash ends even without an animation, for example when the style sheet did not load.
   */
  const MAX_DURATION_MS = 8_000;
  const ENDING_EVENTS = ['keydown', 'wheel', 'touchmove', 'scroll'];

  function shouldShow(): boolean {
    if (location.pathname !== '/' || location.hash !== '') return false;
    if ('prerendering' in document && document.prerendering === true) return false;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return false;
    if ('connection' in navigator && isSaving(navigator.connection)) return false;
    return isFirstTime();
  }

  function isSaving(connection: unknown): boolean {
    return (
      typeof connection === 'object' &&
      connection !== null &&
      'saveData' in connection &&
      connection.saveData === true
    );
  }

  function isFirstTime(): boolean {
    try {
      if (sessionStorage.getItem(SEEN_KEY) !== null) return false;
      sessionStorage.setItem(SEEN_KEY, '');
      return true;
    } catch {
      return false;
    }
  }

  /** The animations of the style sheet define the timing, from the first paint on; the last one is the fade-out. */
  function onAnimationEnd({ animationName }: AnimationEvent): void {
    if (animationName === 'splash-out' || animationName === 'splash-leave') end();
  }

  function end(): void {
    delete root.dataset['splash'];
    removeEventListener('animationend', onAnimationEnd);
    for (const type of ENDING_EVENTS) removeEventListener(type, fadeOut);
    removeEventListener('pointerdown', fadeOutAndSuppressClick);
  }

  /** Starts the fade-out immediately. */
  function fadeOut(): void {
    root.dataset['splash'] = 'leave';
  }

  /**
   * Suppresses the click of the press that ends the splash, even if the splash is gone when the press ends. A press
   * that becomes a scroll causes no click, so the next pointer or key event removes the listener.
   */
  function fadeOutAndSuppressClick(): void {
    fadeOut();
    addEventListener('click', suppressClick, { capture: true, once: true });
    for (const type of ['pointerdown', 'pointercancel', 'keydown'])
      addEventListener(type, () => removeEventListener('click', suppressClick, { capture: true }), {
        capture: true,
        once: true,
      });
  }

  function suppressClick(event: Event): void {
    event.preventDefault();
    event.stopPropagation();
  }

  if (!shouldShow()) return;
  root.dataset['splash'] = 'show';
  setTimeout(end, MAX_DURATION_MS);
  addEventListener('animationend', onAnimationEnd);
  for (const type of ENDING_EVENTS) addEventListener(type, fadeOut, { passive: true });
  addEventListener('pointerdown', fadeOutAndSuppressClick);
})();
