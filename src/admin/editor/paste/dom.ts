/** Replaces an element with its children. */
export function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

/** Replaces an element with one of another name that has the same children. Attributes are dropped. */
export function renameElement(element: Element, name: string): HTMLElement {
  const replacement = document.createElement(name);
  replacement.append(...element.childNodes);
  element.replaceWith(replacement);
  return replacement;
}

/** Value of a declaration in the style attribute, including properties that browsers ignore (`mso-list`). */
export function styleDeclaration(element: Element, property: string): string {
  const style = element.getAttribute('style') ?? '';
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (declaration.slice(0, Math.max(0, colon)).trim().toLowerCase() === property)
      return declaration.slice(colon + 1).trim();
  }
  return '';
}
