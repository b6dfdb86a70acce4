import { styleDeclaration } from './dom.ts';

/** `mso-list:l0 level2 lfo1` */
const LEVEL = /level(\d+)/;
const ORDERED = /^\(?(?:\d+|[a-z]|[ivxlc]+)[.)]/i;

/** Converts Word lists, which are paragraphs with a marker and a level in their style, to `ul` and `ol`. */
export function convertWordLists(body: HTMLElement): void {
  const items = [...body.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4, h5, h6')].filter((element) =>
    LEVEL.test(styleDeclaration(element, 'mso-list')),
  );
  let openLists: HTMLElement[] = [];
  let last: Element | null = null;
  for (const paragraph of items) {
    if (last === null || paragraph.previousElementSibling !== last) openLists = [];
    const level = Number(LEVEL.exec(styleDeclaration(paragraph, 'mso-list'))?.[1] ?? 1);
    const isOrdered = ORDERED.test(removeMarker(paragraph));
    openLists = openListsAt(level, isOrdered, openLists, paragraph);
    const item = document.createElement('li');
    item.append(paragraphContent(paragraph));
    openLists.at(-1)?.append(item);
    paragraph.remove();
    last = openLists[0] ?? null;
  }
}

/** The nested lists that contain an item of this level, outermost first. Creates missing lists. */
function openListsAt(
  level: number,
  isOrdered: boolean,
  openLists: readonly HTMLElement[],
  paragraph: HTMLElement,
): HTMLElement[] {
  const name = isOrdered ? 'ol' : 'ul';
  const lists = openLists.slice(0, level);
  // A different kind of list at the same level starts a new list.
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

/** Removes the list marker Word writes before the text, and returns it. */
function removeMarker(paragraph: HTMLElement): string {
  const markers = [...paragraph.querySelectorAll('span')].filter((span) =>
    /ignore/i.test(styleDeclaration(span, 'mso-list')),
  );
  const text = markers.map((marker) => marker.textContent).join('');
  for (const marker of markers) marker.remove();
  return text.trim();
}

function paragraphContent(paragraph: HTMLElement): HTMLElement {
  const text = document.createElement('p');
  text.append(...paragraph.childNodes);
  return text;
}
