import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { DomainError } from '#platform/domain-error.ts';
import { NOT_A_PICTURE_MESSAGE } from '../policy.ts';
import { ELEMENTS, GROUPS, REJECTED_ELEMENTS } from './svg-allow-list.ts';
import type { ParsedSvg, SvgElement } from './svg-element.ts';

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink';

/** Logos have a few hundred elements; a traced photograph has tens of thousands. */
const MAX_ELEMENTS = 5000;
const MAX_DEPTH = 64;
const MAX_ATTRIBUTES = 100;
/** Characters of all style elements. */
const MAX_STYLE_LENGTH = 65_536;

/**
 * Parses an SVG strictly as XML into its allowed elements. Other elements are removed with their content.
 *
 * Throws `unsupported` for a file that is no well-formed SVG in UTF-8, declares entities, contains text or pictures, or
 * exceeds a limit. Reading stops at the first of these.
 */
export function parseSvg(bytes: Uint8Array): ParsedSvg {
  const text = decode(bytes);
  const parser = new SaxesParser({ xmlns: true });
  const open: SvgElement[] = [];
  let root: SvgElement | null = null;
  let styleSheet = '';
  let elements = 0;
  let depth = 0;
  /** The depth of the element that is removed with its content; 0 outside of one. */
  let removedAt = 0;
  let isStyle = false;

  parser.on('error', (error) => {
    throw new DomainError('unsupported', 'The SVG file is damaged.', {}, { cause: error });
  });
  parser.on('doctype', (doctype) => {
    if (doctype.includes('['))
      throw unusable('The SVG declares entities. Please save it without them, for example as plain SVG.');
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    elements += 1;
    if (depth > MAX_DEPTH || elements > MAX_ELEMENTS || Object.keys(tag.attributes).length > MAX_ATTRIBUTES)
      throw unusable('The SVG is too complicated. Please simplify it.');
    if (removedAt > 0) return;
    if (root === null) {
      if (tag.uri !== SVG_NAMESPACE || tag.local !== 'svg') throw unusable(NOT_A_PICTURE_MESSAGE);
      root = elementOf('svg', tag);
      open.push(root);
      return;
    }
    const kind = tag.uri === SVG_NAMESPACE ? tag.local : '';
    const rejection = REJECTED_ELEMENTS.get(kind);
    if (rejection !== undefined) throw unusable(rejection);
    const name = GROUPS.has(kind) ? 'g' : kind;
    if (!ELEMENTS.has(name)) {
      removedAt = depth;
      isStyle = kind === 'style';
      return;
    }
    const element = elementOf(name, tag);
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    if (removedAt === 0) open.pop();
    else if (removedAt === depth) {
      removedAt = 0;
      isStyle = false;
    }
    depth -= 1;
  });
  const addText = (part: string) => {
    if (!isStyle || removedAt !== depth) return;
    styleSheet += part;
    if (styleSheet.length > MAX_STYLE_LENGTH) throw unusable('The style sheet in the SVG is too long.');
  };
  parser.on('text', addText);
  parser.on('cdata', addText);

  parser.write(text).close();
  if (root === null) throw unusable(NOT_A_PICTURE_MESSAGE);
  return { root, styleSheet };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new DomainError('unsupported', NOT_A_PICTURE_MESSAGE, {}, { cause: error });
  }
}

function elementOf(name: string, tag: SaxesTagNS): SvgElement {
  const attributes = Object.values(tag.attributes).flatMap(({ uri, local, value }: SaxesAttributeNS) =>
    uri === '' || (uri === XLINK_NAMESPACE && local === 'href') ? [[local, value] as const] : [],
  );
  return { name, attributes: new Map(attributes), children: [] };
}

const unusable = (message: string) => new DomainError('unsupported', message);
