import type { Page } from 'playwright-core';

/**
 * WCAG 2.2, 2.5.8: 24 by 24 CSS pixels. Stricter than the axe rule, which accepts small targets with enough spacing.
 * Links inside a sentence are exempt, as in 2.5.8.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = document.querySelectorAll('a[href], button, summary, input, textarea, select');
    return Array.from(all).flatMap((element) => {
      const isShown =
        element.checkVisibility({ visibilityProperty: true }) && element.closest('.honeypot') === null;
      const own = (element.textContent ?? '').trim();
      // The line height constrains a target in a sentence.
      // Blocks beside the element, such as a label above it, are not in its lines.
      const isInSentence =
        getComputedStyle(element).display === 'inline' &&
        Array.from(element.parentElement?.childNodes ?? []).some(
          (node) =>
            node !== element &&
            (node.textContent ?? '').trim() !== '' &&
            !(node instanceof Element && getComputedStyle(node).display !== 'inline'),
        );
      // A link that covers its whole card uses a pseudo-element.
      const over = getComputedStyle(element, '::after');
      const isCard = over.position === 'absolute' && over.inset === '0px' && over.content !== 'none';
      if (!isShown || isInSentence || isCard) return [];
      const { width, height } = element.getBoundingClientRect();
      if (width >= 24 && height >= 24) return [];
      const label = own || element.getAttribute('aria-label') || element.outerHTML;
      return [`${element.localName} "${label.slice(0, 40)}" ${width.toFixed(1)} x ${height.toFixed(1)}`];
    });
  });
}
