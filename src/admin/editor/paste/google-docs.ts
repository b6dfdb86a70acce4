import { unwrap } from './elements.ts';

/** Google Docs wraps everything into a `<b>` that is not bold. */
export function unwrapDocsGuard(body: HTMLElement): void {
  for (const guard of body.querySelectorAll<HTMLElement>('b[id^="docs-internal-guid"]')) unwrap(guard);
}

/** It also puts a nested list beside the item it belongs to, where no list may stand. */
export function nestSiblingLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    const item = list.previousElementSibling;
    if (item?.localName === 'li') item.append(list);
    else unwrap(list);
  }
}
