import { Mark } from '@tiptap/core';
import { isColour, nearestInk, nearestTint, type Colour } from '#domain/articles/colours.ts';

/** A mark that is a colour of the palette by name. What is of another colour gets the nearest one, or none. */
function colourMark(name: 'ink' | 'tint', nearest: (element: HTMLElement) => Colour | null) {
  const attribute = `data-${name}`;
  const colourOf = (element: HTMLElement) => {
    const chosen = element.getAttribute(attribute);
    return chosen !== null && isColour(chosen) ? chosen : nearest(element);
  };
  const mayBe = (element: HTMLElement) => (colourOf(element) === null ? false : null);
  return Mark.create({
    name,
    addAttributes: () => ({
      colour: { default: null, parseHTML: colourOf, renderHTML: ({ colour }) => ({ [attribute]: colour }) },
    }),
    parseHTML: () => ['span', 'font', 'mark'].map((tag) => ({ tag, consuming: false, getAttrs: mayBe })),
    renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
  });
}

/** Of letters. */
export const Ink = colourMark('ink', (element) =>
  nearestInk(element.style.color || (element.getAttribute('color') ?? '')),
);

/** Of what lies behind them. */
export const Tint = colourMark('tint', (element) =>
  element.localName === 'mark' && element.style.backgroundColor === ''
    ? 'yellow'
    : nearestTint(element.style.backgroundColor),
);
