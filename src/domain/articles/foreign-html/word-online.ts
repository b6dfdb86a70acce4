import { isBlank, renameElement, unwrap } from './dom.ts';
import { ListBuilder } from './list-builder.ts';

const DEEPEST_HEADING = 4;

/** Word Online writes headings as paragraphs with a role, a mark at the end of each paragraph, and a list around every list item. */
export function convertWordOnline(body: HTMLElement): void {
  for (const mark of body.querySelectorAll('span.EOP')) if (mark.textContent.trim() === '') mark.remove();
  for (const heading of body.querySelectorAll('[role="heading"][aria-level]')) {
    if (/^h[1-6]$/.test(heading.localName)) continue;
    const level = Number(heading.getAttribute('aria-level'));
    if (level >= 1) renameElement(heading, `h${Math.min(Math.trunc(level), DEEPEST_HEADING)}`);
  }
  for (const wrapper of body.querySelectorAll('.ListContainerWrapper')) unwrap(wrapper);
  mergeLists(body);
}

function mergeLists(body: HTMLElement): void {
  const lists = new ListBuilder();
  for (const item of body.querySelectorAll<HTMLElement>('li[data-aria-level][data-listid]')) {
    const source = item.parentElement;
    if (source === null) continue;
    const start = Number(source.getAttribute('start') ?? Number.NaN);
    lists.add({
      item,
      level: Number(item.getAttribute('data-aria-level')) || 1,
      isOrdered: source.localName === 'ol',
      number: (expected) => (Number.isInteger(start) ? start : expected),
      source,
    });
    if ([...source.childNodes].every(isBlank)) source.remove();
    else source.removeAttribute('start');
  }
}
