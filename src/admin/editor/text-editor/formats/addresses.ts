/** An address in a text that has not been made a link. */
export interface TextAddress {
  readonly start: number;
  readonly end: number;
  readonly href: string;
}

/** Characters. No address is longer. */
const MAX_LENGTH = 2000;
const OPENING = /[\p{Ps}\p{Pi}"'<*_]/u;
const CLOSING = /[.,;:!?"'>*_\p{Pf}\p{Pe}]/u;
const SITE = /^https?:\/\/[^\s/?#]/i;
/** `www.` and at least one more dot. */
const WITHOUT_SCHEME = /^www\.[^\s./?#][^\s/?#]*\.[^\s./?#]/i;
const LOCAL_PART = /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u;
const DOMAIN = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u;

/** Web addresses with `https://` or `www.`, and email addresses, without the punctuation around them. */
export function findAddresses(text: string): TextAddress[] {
  return Array.from(text.matchAll(/\S+/g)).flatMap(({ 0: word, index }) => {
    const [start, end] = trimPunctuation(word);
    const href = word.length > MAX_LENGTH ? null : hrefOf(word.slice(start, end));
    return href === null ? [] : [{ start: index + start, end: index + end, href }];
  });
}

/** A closing bracket that was opened in the address belongs to it. */
function trimPunctuation(word: string): readonly [start: number, end: number] {
  let [start, end] = [0, word.length];
  while (start < end && OPENING.test(word.charAt(start))) start += 1;
  let unopened = 0;
  for (const sign of word.slice(start)) unopened += Number(sign === ')') - Number(sign === '(');
  while (end > start && CLOSING.test(word.charAt(end - 1))) {
    if (word.charAt(end - 1) === ')') {
      if (unopened <= 0) break;
      unopened -= 1;
    }
    end -= 1;
  }
  return [start, end];
}

function hrefOf(word: string): string | null {
  if (SITE.test(word)) return URL.canParse(word) ? word : null;
  if (WITHOUT_SCHEME.test(word)) return URL.canParse(`https://${word}`) ? `https://${word}` : null;
  const [local = '', domain = '', ...rest] = word.split('@');
  return rest.length === 0 && LOCAL_PART.test(local) && DOMAIN.test(domain) ? `mailto:${word}` : null;
}
