/** Runs in the browser. Null outside of the content of the page. */
export async function describeFocus() {
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  await Promise.all(element.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
  const { width, height, top, bottom } = element.getBoundingClientRect();
  // A link that covers its card has the outline on its pseudo-element.
  const styles = [getComputedStyle(element), getComputedStyle(element, '::after')];
  return {
    name: (element.getAttribute('aria-label') ?? element.textContent ?? '').trim(),
    isVisible:
      width > 0 &&
      height > 0 &&
      bottom > 0 &&
      top < innerHeight &&
      element.checkVisibility({ visibilityProperty: true }),
    hasOutline: styles.some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1,
    ),
  };
}
