/**
 * Whether the home page begins with the splash. A classic blocking script: it runs before anything is painted, and what
 * it sets (`data-splash` on <html>) is all the style sheet needs. Everything it does may fail; then there is no splash.
 */
(() => {
  const { documentElement: root } = document;
  const SEEN = 'meridian:splash-seen';
  /** Milliseconds after which it ends even if no animation ever ran: the style sheet did not arrive. */
  const LONGEST = 8_000;
  const ENDING = ['keydown', 'wheel', 'touchmove', 'scroll'];

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
    for (const type of ENDING) removeEventListener(type, cut);
    removeEventListener('pointerdown', cutAndSwallow);
  }

  /** Fades at once instead of in its own time. */
  function cut(): void {
    root.dataset['splash'] = 'leave';
  }

  /**
   * The click of a press that ends the splash belongs to the splash, even if it has faded when the press ends. A press
   * that becomes a scroll makes no click: whatever comes next takes the listener away again.
   */
  function cutAndSwallow(): void {
    cut();
    addEventListener('click', swallow, { capture: true, once: true });
    for (const type of ['pointerdown', 'pointercancel', 'keydown'])
      addEventListener(type, () => removeEventListener('click', swallow, { capture: true }), {
        capture: true,
        once: true,
      });
  }

  function swallow(event: Event): void {
    event.preventDefault();
    event.stopPropagation();
  }

  if (!isWanted()) return;
  root.dataset['splash'] = 'show';
  setTimeout(end, LONGEST);
  addEventListener('animationend', onAnimationEnd);
  for (const type of ENDING) addEventListener(type, cut, { passive: true });
  addEventListener('pointerdown', cutAndSwallow);
})();
