/** Whether two texts are the same article body, however tags and signs are written. */
export function isSameHtml(one: string, other: string): boolean {
  return one === other || written(one) === written(other);
}

function written(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll<HTMLElement>('[style]')) {
    const { textAlign } = element.style;
    element.setAttribute('style', textAlign);
  }
  return withoutEmptyEnd(body.innerHTML);
}

const EMPTY_PARAGRAPH = '<p></p>';

/** Without empty paragraphs at the end. */
export function withoutEmptyEnd(html: string): string {
  let end = html.length;
  while (html.endsWith(EMPTY_PARAGRAPH, end)) end -= EMPTY_PARAGRAPH.length;
  return html.slice(0, end);
}
