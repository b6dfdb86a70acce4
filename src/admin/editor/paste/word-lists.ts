import { declared } from './elements.ts';

/** `mso-list:l0 level2 lfo1` */
const LEVEL = /level(\d+)/;
const ORDERED = /^\(?(?:\d+|[a-z]|[ivxlc]+)[.)]/i;

/** Word writes a list as paragraphs that carry their marker and their level; this makes lists of them. */
export function makeWordLists(body: HTMLElement): void {
  const items = [...body.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6')].filter((element) =>
    LEVEL.test(declared(element, 'mso-list')),
  );
  let open: HTMLElement[] = [];
  let last: Element | null = null;
  for (const paragraph of items) {
    if (last === null || paragraph.previousElementSibling !== last) open = [];
    const level = Number(LEVEL.exec(declared(paragraph, 'mso-list'))?.[1] ?? 1);
    const isOrdered = ORDERED.test(takeMarker(paragraph));
    open = listsDownTo(level, isOrdered, open, paragraph);
    const item = document.createElement('li');
    item.append(textOf(paragraph));
    open.at(-1)?.append(item);
    paragraph.remove();
    last = open[0] ?? null;
  }
}

/** The lists an item stands in, the outermost first; those that are missing are made. */
function listsDownTo(
  level: number,
  isOrdered: boolean,
  open: readonly HTMLElement[],
  paragraph: HTMLElement,
): HTMLElement[] {
  const name = isOrdered ? 'ol' : 'ul';
  const lists = open.slice(0, level);
  // Another kind of list at the same level is another list.
  if (lists.length === level && level > 1 && lists.at(-1)?.localName !== name) lists.pop();
  if (level === 1 && lists[0] !== undefined && lists[0].localName !== name) lists.pop();
  while (lists.length < level) {
    const list = document.createElement(name);
    const parent = lists.at(-1);
    if (parent === undefined) paragraph.before(list);
    else (parent.lastElementChild ?? parent.appendChild(document.createElement('li'))).append(list);
    lists.push(list);
  }
  return lists;
}

/** Takes out what Word draws in front of the text, and tells what it was. */
function takeMarker(paragraph: HTMLElement): string {
  const markers = [...paragraph.querySelectorAll('span')].filter((span) =>
    /ignore/i.test(declared(span, 'mso-list')),
  );
  const text = markers.map((marker) => marker.textContent).join('');
  for (const marker of markers) marker.remove();
  return text.trim();
}

function textOf(paragraph: HTMLElement): HTMLElement {
  const text = document.createElement('p');
  text.append(...paragraph.childNodes);
  return text;
}
