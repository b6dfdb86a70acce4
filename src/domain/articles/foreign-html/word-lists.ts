import { createElement, renameElement, styleDeclaration } from './dom.ts';
import { ListBuilder } from './list-builder.ts';

/** `mso-list:l0 level2 lfo1` */
const LEVEL = /level(\d+)/;
/** `1.`, `1.1`, `(a)`, `iv)`, `2` */
const ORDERED = /^\(?(?:\d+(?:\.\d+)*(?:[.)]|$)|[a-z][.)]|[ivxlcdm]+[.)])/i;
const HEADING = /^h[1-6]$/;
/** Markers are a few characters. */
const MARKER_MAX_LENGTH = 30;

/** Converts Word lists, which are paragraphs with a marker and a level in their style, to `ul` and `ol`. */
export function convertWordLists(body: HTMLElement): void {
  // Word has nine levels of headings; only the first six have elements.
  for (const paragraph of body.querySelectorAll('p[class^="MsoHeading"]')) {
    const heading = renameElement(paragraph, 'h4');
    heading.setAttribute('style', paragraph.getAttribute('style') ?? '');
  }
  const lists = new ListBuilder();
  for (const paragraph of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    const level = LEVEL.exec(styleDeclaration(paragraph, 'mso-list'))?.[1];
    if (level === undefined) continue;
    const marker = removeMarker(paragraph);
    const isOrdered = ORDERED.test(marker);
    if (HEADING.test(paragraph.localName)) {
      // The number of a heading is part of its text: sections are referred to by it.
      if (isOrdered) paragraph.prepend(`${marker} `);
      continue;
    }
    const item = createElement(paragraph, 'li');
    const text = createElement(paragraph, 'p');
    text.append(...paragraph.childNodes);
    item.append(text);
    lists.add({
      item,
      level: Number(level),
      isOrdered,
      number: (expected) => markerNumber(marker, expected),
      source: paragraph,
    });
    paragraph.remove();
  }
}

/** Removes the list marker Word writes before the text, and returns it. */
function removeMarker(paragraph: Element): string {
  const markers = [...paragraph.querySelectorAll('span')].filter((span) =>
    /ignore/i.test(styleDeclaration(span, 'mso-list')),
  );
  const text = markers.map((marker) => marker.textContent).join('');
  for (const marker of markers) marker.remove();
  return text.trim().slice(0, MARKER_MAX_LENGTH);
}

/**
 * The number that a marker stands for: its last part, because the others are those of the outer lists. A letter such as `c` or `i` may
 * also be a Roman number; it is what `expected` says, and at the start of a list `i` is 1.
 */
export function markerNumber(marker: string, expected: number | null): number | null {
  // regexp-check: a marker has at most 30 characters.
  const label = /(\d+|[a-z]+)[.)]*$/i.exec(marker)?.[1]?.toLowerCase();
  if (label === undefined) return null;
  if (/^\d/.test(label)) return Number(label);
  const letter = label.length === 1 ? label.charCodeAt(0) - 96 : null;
  const roman = /^[ivxlcdm]+$/.test(label) ? romanNumber(label) : null;
  if (expected !== null && (letter === expected || roman === expected)) return expected;
  return label === 'i' ? 1 : (letter ?? roman);
}

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

function romanNumber(label: string): number {
  const values = [...label].map((letter) => ROMAN[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + ((values[at + 1] ?? 0) > value ? -value : value), 0);
}
