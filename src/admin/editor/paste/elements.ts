/** Puts what is in an element where the element was. */
export function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

/** Gives an element another name and leaves all else. */
export function renamed(element: Element, name: string): HTMLElement {
  const successor = document.createElement(name);
  successor.append(...element.childNodes);
  element.replaceWith(successor);
  return successor;
}

/** A declaration as it was written, for those that no browser keeps (`mso-list`). */
export function declared(element: Element, property: string): string {
  const style = element.getAttribute('style') ?? '';
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (declaration.slice(0, Math.max(0, colon)).trim().toLowerCase() === property)
      return declaration.slice(colon + 1).trim();
  }
  return '';
}
