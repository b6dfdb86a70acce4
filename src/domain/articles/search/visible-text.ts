import { decodeReferences } from '#platform/markup.ts';

/** Elements within a word or a line. All others separate words. */
const INLINE = new Set(['a', 'b', 'code', 'em', 'i', 's', 'span', 'strong', 'sub', 'sup', 'u']);

/** The beginning of a character reference whose end was cut off: in sanitised HTML no other ampersand is left. */
const CUT_REFERENCE = /&#?\w{0,31}$/;

/**
 * The text that readers see of sanitised HTML, on one line.
 *
 * @param html may be cut anywhere
 * @param limit maximum of characters
 */
export function visibleText(html: string, limit: number): string {
  let text = '';
  let from = 0;
  let isInTag = false;
  for (let start = html.indexOf('<'); start !== -1 && text.length < limit; start = html.indexOf('<', from)) {
    const end = html.indexOf('>', start);
    isInTag = end === -1;
    text += html.slice(from, start) + (INLINE.has(tagName(html.slice(start, end))) ? '' : ' ');
    if (isInTag) break;
    from = end + 1;
  }
  const rest = isInTag ? '' : html.slice(from, from + limit);
  return decode(`${text}${rest}`.slice(0, limit).replace(CUT_REFERENCE, ''));
}

const tagName = (tag: string) => /^<\/?([a-z]+)/.exec(tag)?.[1] ?? '';

/** A no-break space is one of the spaces. */
const decode = (text: string) => decodeReferences(text).replace(/\s+/g, ' ').trim();
