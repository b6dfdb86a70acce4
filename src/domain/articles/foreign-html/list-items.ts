import { createElement, isBlank, isElement, renameElement, wrapContent } from './dom.ts';
import type { Losses } from './losses.ts';

/** Removes the checkboxes of lists: form fields, or in Google Docs pictures. */
export function removeCheckboxes(body: HTMLElement, losses: Losses): void {
  for (const item of body.querySelectorAll('li')) {
    const box =
      item.getAttribute('role') === 'checkbox'
        ? item.querySelector('img')
        : item.querySelector('input[type="checkbox"]');
    if (box?.closest('li') !== item) continue;
    losses.checkboxes += 1;
    box.remove();
  }
}

/**
 * A list item that begins with a heading becomes the heading: items begin with a paragraph, so that the heading would follow an empty
 * number. Its number is kept as text. In a nested list, it becomes bold.
 */
export function liftHeadings(body: HTMLElement): void {
  for (const list of body.querySelectorAll('ul, ol')) {
    if (list.querySelector('h1, h2, h3, h4, h5, h6') === null) continue;
    if (list.parentElement?.closest('li')) for (const item of list.children) embolden(leadingHeading(item));
    else divideAtHeadings(list);
  }
}

function leadingHeading(item: Element): Element | null {
  const first = [...item.childNodes].find((node) => !isBlank(node));
  return first !== undefined && isElement(first) && /^h[1-6]$/.test(first.localName) ? first : null;
}

function embolden(heading: Element | null): void {
  if (heading !== null) wrapContent(renameElement(heading, 'p'), 'strong');
}

function divideAtHeadings(list: Element): void {
  const isOrdered = list.localName === 'ol';
  let number = Math.trunc(Number(list.getAttribute('start') ?? 1)) || 1;
  /** The list of the next item; null after a heading. */
  let current: Element | null = list;
  let last: ChildNode = list;
  // A copy: the loop moves them.
  const items = [...list.children];
  for (const item of items) {
    const heading = leadingHeading(item);
    if (heading !== null) {
      if (isOrdered) heading.prepend(`${number}. `);
      const content = [...item.childNodes];
      last.after(...content);
      last = content.at(-1) ?? last;
      item.remove();
      current = null;
    } else if (current !== list) {
      if (current === null) {
        current = createElement(list, list.localName);
        if (isOrdered) current.setAttribute('start', String(number));
        last.after(current);
        last = current;
      }
      current.append(item);
    }
    number += 1;
  }
  if (list.firstElementChild === null) list.remove();
}
