import { createHash } from 'node:crypto';
import type { Locator } from 'playwright-core';

/**
 * The content of an article's body as markup that is equal wherever the same content is displayed: in the editor, its
 * preview and the article page. It consists of
 * - the text, unchanged;
 * - the elements by name, with the attributes an author chooses: `href`, `start`, alignment, indent and colors;
 * - pictures as `<img alt="…" sha256="…">`: the hash of the file at their `src`.
 *
 * It omits what differs by design: attributes and wrappers that only serve loading and layout (`picture`, `srcset`,
 * `sizes`, `rel`, `dir`), and the elements with which ProseMirror displays carets, widgets and empty lines.
 */
export async function bodyStructure(body: Locator): Promise<string> {
  const markup = await body.evaluate(describeElement);
  const addresses = new Set(Array.from(markup.matchAll(/ src="([^"]*)"/g), ([, address = '']) => address));
  let hashed = markup;
  for (const address of addresses) {
    const response = await body.page().request.get(address);
    if (!response.ok()) throw new Error(`${address} was answered with ${response.status()}`);
    const hash = createHash('sha256').update(await response.body());
    hashed = hashed.replaceAll(` src="${address}"`, ` sha256="${hash.digest('hex')}"`);
  }
  return hashed;
}

/** Runs in the browser. */
function describeElement(root: Element): string {
  const chosen = ['href', 'src', 'alt', 'start', 'data-ink', 'data-tint', 'data-indent'];
  const decoration = '.ProseMirror-widget, .ProseMirror-separator, .ProseMirror-trailingBreak, source';
  const describe = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? '';
    if (!(node instanceof HTMLElement) || node.matches(decoration)) return '';
    const content = Array.from(node.childNodes, describe).join('');
    if (node.localName === 'picture') return content;
    const attributes = chosen
      .filter((name) => node.hasAttribute(name))
      .map((name) => ` ${name}="${node.getAttribute(name)}"`);
    if (node.style.textAlign !== '') attributes.push(` align="${node.style.textAlign}"`);
    return `<${node.localName}${attributes.join('')}>${content}</${node.localName}>`;
  };
  return Array.from(root.childNodes, describe).join('');
}
