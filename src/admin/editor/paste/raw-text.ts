const START_TAG = /<(style|script|xml)\b/gi;
const END_TAGS: Readonly<Record<string, RegExp>> = {
  style: /<\/style\s*>/gi,
  script: /<\/script\s*>/gi,
  xml: /<\/xml\s*>/gi,
};

/**
 * HTML without style sheets, scripts and XML islands: the policy of the page would complain of each when it is parsed.
 * One that has no end goes on to the end of the text, as browsers read it. Looks at every character once.
 */
export function withoutRawText(html: string): string {
  let kept = '';
  let from = 0;
  for (const { 0: tag, 1: name = '', index } of html.matchAll(START_TAG)) {
    if (index < from) continue;
    kept += html.slice(from, index);
    const end = endOf(name.toLowerCase(), html, index + tag.length);
    if (end === null) return kept;
    from = end;
  }
  return kept + html.slice(from);
}

function endOf(name: string, html: string, from: number): number | null {
  const pattern = END_TAGS[name];
  if (pattern === undefined) return null;
  pattern.lastIndex = from;
  return pattern.exec(html) === null ? null : pattern.lastIndex;
}
