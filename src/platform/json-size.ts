const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const ARRAY = 0x5b;
const OBJECT = 0x7b;

/**
 * Whether a JSON text has more than `limit` values, without parsing it: parsing millions of them takes a second. Counts what begins or
 * separates values, and stops at the limit. Any result for a text that is no JSON.
 */
export function hasMoreValues(json: string, limit: number): boolean {
  let count = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfText(json, at + 1);
    else if ((code === COMMA || code === ARRAY || code === OBJECT) && ++count > limit) return true;
  }
  return false;
}

/** Characters after which the native search is faster than reading each. */
const SHORT = 32;

/** The position of the quote that ends the text of which the first character is at `start`, or the length without one. */
function endOfText(json: string, start: number): number {
  let at = start;
  while (at < json.length) {
    const short = Math.min(at + SHORT, json.length);
    for (; at < short; at += 1) {
      const code = json.charCodeAt(at);
      if (code === QUOTE) return at;
      // The next character is escaped.
      if (code === BACKSLASH) at += 1;
    }
    const quote = json.indexOf('"', at);
    if (quote === -1) return json.length;
    let escapes = quote;
    while (escapes > at && json.charCodeAt(escapes - 1) === BACKSLASH) escapes -= 1;
    if ((quote - escapes) % 2 === 0) return quote;
    at = quote + 1;
  }
  return json.length;
}
