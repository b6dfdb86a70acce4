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
  return body.innerHTML.replace(/(?:<p><\/p>)+$/, '');
}
