/** Elements that only say how a text looks, such as in the copy of a code editor. */
const APPEARANCE = /^(?:html|head|body|meta|title|style|div|span|br|pre|font)$/i;
const TAG_NAME = /<([a-z][\w:-]*)/gi;

/** The plain text of a clipboard that has no formats, and therefore may be Markdown or code; null for any other clipboard. */
export function unformattedText(data: DataTransfer | null): string | null {
  const text = data?.getData('text/plain') ?? '';
  const html = data?.getData('text/html') ?? '';
  if (text === '' || html.includes('data-pm-slice')) return null;
  return Array.from(html.matchAll(TAG_NAME), ([, name = '']) => name).every((name) => APPEARANCE.test(name))
    ? text
    : null;
}
