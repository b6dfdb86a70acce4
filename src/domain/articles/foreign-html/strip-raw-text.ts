const START_TAG = /<(style|script|xml|annotation-xml|annotation)\b/gi;
const END_TAGS: Readonly<Record<string, RegExp>> = {
  style: /<\/style\s*>/gi,
  script: /<\/script\s*>/gi,
  xml: /<\/xml\s*>/gi,
  annotation: /<\/annotation\s*>/gi,
  'annotation-xml': /<\/annotation-xml\s*>/gi,
};

/**
 * Removes style sheets, scripts and XML islands, each of which would report a content security policy violation when
 * parsed, and the copies of formulas in other languages. An element without an end tag extends to the end of the text, as in browsers. Runs in linear time.
 */
export function stripRawText(html: string): string {
  let result = '';
  let from = 0;
  for (const { 0: tag, 1: name = '', index } of html.matchAll(START_TAG)) {
    if (index < from) continue;
    result += html.slice(from, index);
    const end = endOf(name.toLowerCase(), html, index + tag.length);
    if (end === null) return result;
    from = end;
  }
  return result + html.slice(from);
}

function endOf(name: string, html: string, from: number): number | null {
  const pattern = END_TAGS[name];
  if (pattern === undefined) return null;
  pattern.lastIndex = from;
  return pattern.exec(html) === null ? null : pattern.lastIndex;
}
