import { Mark } from '@tiptap/core';
import { isColour, nearestInk, nearestTint, type Colour } from '#domain/articles/colours.ts';

/** A mark with a named color of the palette. Other colors are mapped to the nearest one, or dropped. */
function colorMark(name: 'ink' | 'tint', nearest: (element: HTMLElement) => Colour | null) {
  const attribute = `data-${name}`;
  const colorOf = (element: HTMLElement) => {
    const chosen = element.getAttribute(attribute);
    return chosen !== null && isColour(chosen) ? chosen : nearest(element);
  };
  const matches = (element: HTMLElement) => (colorOf(element) === null ? false : null);
  return Mark.create({
    name,
    addAttributes: () => ({
      color: { default: null, parseHTML: colorOf, renderHTML: ({ color }) => ({ [attribute]: color }) },
    }),
    parseHTML: () => ['span', 'font', 'mark'].map((tag) => ({ tag, consuming: false, getAttrs: matches })),
    renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
  });
}

/** Text color. */
export const Ink = colorMark('ink', (element) =>
  nearestInk(element.style.color || (element.getAttribute('color') ?? '')),
);

/** Background color. */
export const Tint = colorMark('tint', (element) =>
  element.localName === 'mark' && element.style.backgroundColor === ''
    ? 'yellow'
    : nearestTint(element.style.backgroundColor),
);
