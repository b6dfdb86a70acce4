/** An element of serialized HTML. */
export interface MarkupElement {
  readonly name: string;
  /** The start tag as written. */
  readonly tag: string;
  readonly parent: MarkupElement | null;
  /** Elements and pieces of text, in their order. */
  readonly children: (MarkupElement | string)[];
  /** Whether a picture is inside, or this is one. */
  hasPicture: boolean;
}

/** Elements without an end tag. */
const VOID = /^(?:area|base|basefont|br|col|embed|hr|img|input|keygen|link|meta|param|source|track|wbr)$/;
const NAME = /^<\/?([a-z][a-z0-9:-]*)/i;

/**
 * Replaces each outermost element of a name. `replace` gets the element with everything inside.
 *
 * @param html as browsers and the sanitiser serialize it: all elements closed, attributes in double quotes. An element that is
 *   not closed is left unchanged. Takes linear time
 */
export function replaceElements(
  html: string,
  name: string,
  replace: (element: MarkupElement) => string,
): string {
  if (!html.includes(`<${name}`)) return html;
  let shown = '';
  let copied = 0;
  let open: MarkupElement | null = null;
  let textStart = 0;
  for (let start = html.indexOf('<'); start !== -1; start = html.indexOf('<', textStart)) {
    const end = endOfTag(html, start);
    if (end === null) break;
    const tag = html.slice(start, end);
    const tagName = NAME.exec(tag)?.[1]?.toLowerCase();
    if (open !== null && start > textStart) open.children.push(html.slice(textStart, start));
    textStart = end;
    if (tagName === undefined) continue;
    if (tag[1] === '/') {
      if (open?.name !== tagName) continue;
      if (open.parent === null) {
        shown += replace(open);
        copied = end;
      }
      open = open.parent;
    } else if (open !== null || tagName === name) {
      if (open === null) shown += html.slice(copied, start);
      const element: MarkupElement = { name: tagName, tag, parent: open, children: [], hasPicture: false };
      open?.children.push(element);
      if (tagName === 'img') markPicture(element);
      if (!VOID.test(tagName)) open = element;
      // Left unchanged unless its end tag follows.
      if (element.parent === null) copied = start;
    }
  }
  return shown + html.slice(copied);
}

/** The HTML of an element or a piece of text. */
export function serializeMarkup(node: MarkupElement | string): string {
  if (typeof node === 'string') return node;
  const end = VOID.test(node.name) ? '' : `</${node.name}>`;
  return node.tag + node.children.map(serializeMarkup).join('') + end;
}

function markPicture(picture: MarkupElement): void {
  for (let element: MarkupElement | null = picture; element?.hasPicture === false; element = element.parent)
    element.hasPicture = true;
}

/** Index after the tag that starts there; null if it does not end. Attribute values may contain angle brackets. */
function endOfTag(html: string, start: number): number | null {
  for (let index = start + 1; index < html.length; index++) {
    if (html[index] === '>') return index + 1;
    if (html[index] !== '"') continue;
    index = html.indexOf('"', index + 1);
    if (index === -1) return null;
  }
  return null;
}
