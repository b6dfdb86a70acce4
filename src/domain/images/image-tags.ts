/** Matches the output of the sanitiser: attributes in double quotes, without angle brackets. */
const IMAGE_TAG = /<img\b[^<>]*>/g;
const SOURCE = /\ssrc="([^"]*)"/;

const sourceOf = (tag: string): string => SOURCE.exec(tag)?.[1] ?? '';

/** The `src` values of the pictures in sanitised HTML, in document order. Empty and missing ones are omitted. */
export function imageSources(html: string): string[] {
  return Array.from(html.matchAll(IMAGE_TAG), ([tag]) => sourceOf(tag)).filter((source) => source !== '');
}

/** Replaces the picture tags of sanitised HTML. `replace` gets each tag and its `src`, which may be empty. */
export function replaceImageTags(html: string, replace: (tag: string, source: string) => string): string {
  return html.replace(IMAGE_TAG, (tag) => replace(tag, sourceOf(tag)));
}

/** Replaces the `src` of a picture tag of sanitised HTML. */
export function withSource(tag: string, source: string): string {
  return tag.replace(SOURCE, () => ` src="${source}"`);
}
