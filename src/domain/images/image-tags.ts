/** As the sanitiser writes it: attributes in double quotes, and no angle bracket in any of them. */
const IMAGE_TAG = /<img\b[^<>]*>/g;
const SOURCE = /\ssrc="([^"]*)"/;

const sourceOf = (tag: string): string => SOURCE.exec(tag)?.[1] ?? '';

/** The addresses of the pictures in sanitised HTML, from the top, as they are written; those without one left out. */
export function imageSources(html: string): string[] {
  return Array.from(html.matchAll(IMAGE_TAG), ([tag]) => sourceOf(tag)).filter((source) => source !== '');
}

/** Sanitised HTML with other picture tags; `replace` gets each with its address, which may be empty. */
export function replaceImageTags(html: string, replace: (tag: string, source: string) => string): string {
  return html.replace(IMAGE_TAG, (tag) => replace(tag, sourceOf(tag)));
}

/** A picture tag of sanitised HTML with another address. */
export function withSource(tag: string, source: string): string {
  return tag.replace(SOURCE, () => ` src="${source}"`);
}
