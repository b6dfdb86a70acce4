/**
 * Whether the home page begins with the splash. A classic blocking script: it runs before anything is painted, and what
 * it sets (`data-splash` on <html>) is all the style sheet needs. Everything it does may fail; then there is no splash.
 */
(() => {
  const { documentElement: root } = document;
  const SEEN = 'meridian:splash-seen';
  /** Milliseconds after which it ends even if no animation ever ran: the style sheet did not arrive. */
  const LONGEST = 8_000;

  function isWanted(): boolean {
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
      if (sessionStorage.getItem(SEEN) !== null) return false;
      sessionStorage.setItem(SEEN, '');
      return true;
    } catch {
      return false;
    }
  }

  /** The style sheet keeps the time, from the first paint on; its last animation is the fade. */
  function onAnimationEnd({ animationName }: AnimationEvent): void {
    if (animationName === 'splash-out' || animationName === 'splash-leave') end();
  }

  function end(): void {
    delete root.dataset['splash'];
    removeEventListener('animationend', onAnimationEnd);
    removeEventListener('keydown', cut);
    removeEventListener('pointerdown', cut);
  }

  /** Fades at once instead of in its own time. */
  function cut(): void {
    root.dataset['splash'] = 'leave';
  }

  if (!isWanted()) return;
  root.dataset['splash'] = 'show';
  setTimeout(end, LONGEST);
  addEventListener('animationend', onAnimationEnd);
  addEventListener('keydown', cut);
  addEventListener('pointerdown', cut);
})();
