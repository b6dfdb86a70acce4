import { unwrap } from './dom.ts';

/** Google Docs wraps the whole clipboard in a `<b>` that is not bold. */
export function unwrapGoogleDocsRoot(body: HTMLElement): void {
  for (const wrapper of body.querySelectorAll('b[id^="docs-internal-guid"]')) unwrap(wrapper);
}

/** Google Docs puts a nested list after its parent item instead of inside, which is invalid HTML. */
export function nestSiblingLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    const item = list.previousElementSibling;
    if (item?.localName === 'li') item.append(list);
    else unwrap(list);
  }
}
