export const TEXT_NODE = 3;
export const ELEMENT_NODE = 1;

/** Elements that articles have as blocks. */
export const BLOCKS = 'p, h1, h2, h3, h4, blockquote, pre, ul, ol, li, hr, figure';

/** Creates an element in the document of a node: the browser's, or the one that the server has parsed. */
export function createElement({ ownerDocument }: Node, name: string): HTMLElement {
  if (ownerDocument === null) throw new Error('The node belongs to no document');
  return ownerDocument.createElement(name);
}

/** Replaces an element with its children. */
export function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

/** Replaces an element with one of another name that has the same children. Attributes are dropped. */
export function renameElement(element: Element, name: string): HTMLElement {
  const replacement = createElement(element, name);
  replacement.append(...element.childNodes);
  element.replaceWith(replacement);
  return replacement;
}

/** Moves the children of an element into a new element inside it. */
export function wrapContent(element: Element, name: string): void {
  const wrapper = createElement(element, name);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}

/** Whether a node shows nothing: a comment, or text without letters and signs. */
export function isBlank(node: Node): boolean {
  return (
    node.nodeType !== ELEMENT_NODE && (node.nodeType !== TEXT_NODE || (node.textContent ?? '').trim() === '')
  );
}

export function isElement(node: Node): node is Element {
  return node.nodeType === ELEMENT_NODE;
}

/**
 * Value of a declaration in the style attribute, including properties that browsers ignore (`mso-list`); an empty string without
 * one.
 */
export function styleDeclaration(element: Element, property: string): string {
  const style = element.getAttribute('style') ?? '';
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (declaration.slice(0, Math.max(0, colon)).trim().toLowerCase() === property)
      return declaration
        .slice(colon + 1)
        .replace(/!important/i, '')
        .trim();
  }
  return '';
}
