import { decodeReferences } from '#platform/markup.ts';

/** Elements within a word or a line. All others separate words. */
const INLINE = new Set(['a', 'b', 'code', 'em', 'i', 's', 'span', 'strong', 'sub', 'sup', 'u']);

/**
 * The text that readers see of sanitised HTML, on one line.
 *
 * @param limit maximum of characters
 */
export function visibleText(html: string, limit: number): string {
  let text = '';
  let from = 0;
  for (let start = html.indexOf('<'); start !== -1 && text.length < limit; start = html.indexOf('<', from)) {
    const end = html.indexOf('>', start);
    if (end === -1) break;
    text += html.slice(from, start) + (INLINE.has(tagName(html.slice(start, end))) ? '' : ' ');
    from = end + 1;
  }
  return decode(`${text}${html.slice(from, from + limit)}`.slice(0, limit));
}

const tagName = (tag: string) => /^<\/?([a-z]+)/.exec(tag)?.[1] ?? '';

/** A no-break space is one of the spaces. */
const decode = (text: string) => decodeReferences(text).replace(/\s+/g, ' ').trim();
