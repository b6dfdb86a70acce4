import { renameElement, unwrap } from './dom.ts';
import type { Losses } from './losses.ts';

/** CSS pixels. Vector graphics up to this width or height are icons. */
const ICON_MAX_SIZE = 48;

/** Replaces charts and drawings by the words in them. Removes icons. */
export function convertDrawings(body: HTMLElement, losses: Losses): void {
  for (const drawing of body.querySelectorAll('svg, canvas')) {
    if (drawing.parentElement?.closest('svg') !== null) continue;
    if (isIcon(drawing)) {
      drawing.remove();
      continue;
    }
    losses.drawings += 1;
    const texts = [...drawing.querySelectorAll('title, desc, text')].map((text) => text.textContent.trim());
    const words = drawing.localName === 'svg' ? texts.filter((text) => text !== '').join(' ') : '';
    drawing.replaceWith(words === '' ? (drawing.getAttribute('aria-label') ?? '') : words);
  }
}

function isIcon(drawing: Element): boolean {
  if (drawing.localName !== 'svg') return false;
  const sizes = ['width', 'height'].map((side) => drawing.getAttribute(side) ?? '');
  // In pixels or in the size of the text around it.
  const isSmall = sizes.some(
    (size) =>
      /^\d/.test(size) &&
      (size.endsWith('em') || Number.parseFloat(size) <= ICON_MAX_SIZE) &&
      !size.endsWith('%'),
  );
  return isSmall || drawing.getAttribute('aria-hidden') === 'true' || drawing.closest('a, button') !== null;
}

/** Formulas become text, with sub- and superscript. */
export function convertFormulas(body: HTMLElement, losses: Losses): void {
  for (const formula of body.querySelectorAll('math')) {
    losses.formulas += 1;
    // Innermost elements first, because each replacement contains the children.
    for (const part of [...formula.querySelectorAll('msup, msub, mfrac, msqrt')].toReversed()) {
      const second = part.children[1];
      if (part.localName === 'msqrt') part.prepend('√(');
      if (part.localName === 'msqrt') part.append(')');
      if (second === undefined) continue;
      if (part.localName === 'mfrac') second.before('/');
      if (part.localName === 'msup') renameElement(second, 'sup');
      if (part.localName === 'msub') renameElement(second, 'sub');
    }
    for (const element of formula.querySelectorAll('*'))
      if (!['sub', 'sup'].includes(element.localName)) unwrap(element);
    unwrap(formula);
  }
}

/** Quotations get their marks, which the browser draws, and the pronunciation of a word follows it in parentheses. */
export function convertAnnotations(body: HTMLElement): void {
  for (const quotation of body.querySelectorAll('q')) {
    const isInner = quotation.parentElement?.closest('q') !== null;
    quotation.prepend(isInner ? '‘' : '“');
    quotation.append(isInner ? '’' : '”');
  }
  for (const quotation of body.querySelectorAll('q')) unwrap(quotation);
  for (const fallback of body.querySelectorAll('rp')) fallback.remove();
  for (const pronunciation of body.querySelectorAll('rt')) {
    const text = pronunciation.textContent.trim();
    pronunciation.replaceWith(text === '' ? '' : ` (${text})`);
  }
}
