import { DomainError } from '#platform/domain-error.ts';
import type { Dimensions } from '../decoder-protocol.ts';
import { type RenderedElement, limitReferences } from './limit-references.ts';
import { parseSvg } from './parse-svg.server.ts';
import {
  ATTRIBUTES,
  REFERRING_ELEMENTS,
  referencedIds,
  SAFE_NAME,
  safeValue,
  STYLE_PROPERTIES,
} from './svg-allow-list.ts';
import type { SvgElement } from './svg-element.ts';
import { classesOf, readStyles, type SvgStyles } from './svg-styles.server.ts';

/** Bytes. Pages load the file, so it must be small. */
const SVG_MAX_BYTES = 256 * 1024;

/** An SVG that contains nothing but shapes and paints. */
export interface SafeSvg {
  /** The document without a size. */
  readonly markup: string;
  /** The proportions of the picture, in its own units. */
  readonly dimensions: Dimensions;
}

interface SanitiseOptions {
  /** Whether colors may follow the color scheme of the reader. */
  readonly hasColorSchemes: boolean;
}

/**
 * Writes a new SVG document with the allowed elements, attributes and values of an uploaded one. Style rules become
 * attributes. Throws `unsupported` with a message for the user, as `parseSvg` and `limitReferences` do.
 */
export function sanitiseSvg(bytes: Uint8Array, { hasColorSchemes }: SanitiseOptions): SafeSvg {
  if (bytes.length > SVG_MAX_BYTES)
    throw new DomainError('unsupported', 'An SVG must be at most 256 KB in size. Please simplify it.');
  const { root, styleSheet } = parseSvg(bytes);
  const styles = readStyles(styleSheet);
  const viewBox = viewBoxOf(root);
  const safe = clean(root, styles);
  limitReferences(safe);
  const schemes = hasColorSchemes && styles.schemes !== '' ? `<style>${escape(styles.schemes)}</style>` : '';
  const attributes = [
    ['xmlns', 'http://www.w3.org/2000/svg'],
    ['viewBox', viewBox.join(' ')],
    ...safe.attributes.filter(([name]) => !SIZE_ATTRIBUTES.has(name)),
  ] as const;
  const content = safe.children.map(serialize).join('');
  return {
    markup: `<svg${serializeAttributes(attributes)}>${schemes}${content}</svg>`,
    dimensions: { width: viewBox[2], height: viewBox[3] },
  };
}

const SIZE_ATTRIBUTES: ReadonlySet<string> = new Set([
  'height',
  'preserveAspectRatio',
  'viewBox',
  'width',
  'x',
  'y',
]);

interface SafeElement extends RenderedElement {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly children: readonly SafeElement[];
}

function clean(element: SvgElement, styles: SvgStyles): SafeElement {
  const properties = [...styles.propertiesOf(element)];
  const geometry = [...element.attributes].flatMap(([name, text]) => {
    const value = ATTRIBUTES.has(name) ? safeValue(text) : null;
    return value === null ? [] : [[name, value] as const];
  });
  const id = element.attributes.get('id') ?? '';
  const classes = classesOf(element).join(' ');
  const target = targetOf(element);
  const style = properties.filter(([name]) => STYLE_PROPERTIES.has(name)).map((entry) => entry.join(':'));
  const attributes = [
    ...(SAFE_NAME.test(id) ? [['id', id] as const] : []),
    ...(classes === '' ? [] : [['class', classes] as const]),
    ...(target === null ? [] : [['href', `#${target}`] as const]),
    ...geometry,
    ...properties.filter(([name]) => !STYLE_PROPERTIES.has(name)),
    ...(style.length === 0 ? [] : [['style', style.join(';')] as const]),
  ];
  return {
    name: element.name,
    id: SAFE_NAME.test(id) ? id : null,
    references: [
      ...(target === null ? [] : [target]),
      ...attributes.flatMap(([, value]) => referencedIds(value)),
    ],
    attributes,
    children: element.children.map((child) => clean(child, styles)),
  };
}

/** The id of the element of the same file to which an element refers. */
function targetOf({ name, attributes }: SvgElement): string | null {
  const href = REFERRING_ELEMENTS.has(name) ? (attributes.get('href')?.trim() ?? '') : '';
  return href.startsWith('#') && SAFE_NAME.test(href.slice(1)) ? href.slice(1) : null;
}

type ViewBox = readonly [x: number, y: number, width: number, height: number];

const LENGTH = /^\+?(\d{1,6}(?:\.\d{1,12})?)(?:px)?$/;

/** Throws `unsupported` for a picture without proportions. */
function viewBoxOf({ attributes }: SvgElement): ViewBox {
  const given = attributes.get('viewBox');
  const length = (name: string) => Number(LENGTH.exec(attributes.get(name)?.trim() ?? '')?.[1]);
  const numbers =
    given === undefined
      ? [0, 0, length('width'), length('height')]
      : given
          .trim()
          .split(/[\s,]+/)
          .map(Number);
  const [x = NaN, y = NaN, width = NaN, height = NaN] = numbers;
  if (numbers.length !== 4 || !isPosition(x) || !isPosition(y) || !isSize(width) || !isSize(height))
    throw new DomainError('unsupported', 'The SVG needs a `viewBox`, or a width and a height in pixels.');
  return [x, y, width, height];
}

const MAX_UNITS = 1_000_000;
const isSize = (size: number) => size > 0 && size <= MAX_UNITS;
const isPosition = (position: number) => Math.abs(position) <= MAX_UNITS;

function serialize({ name, attributes, children }: SafeElement): string {
  const start = `<${name}${serializeAttributes(attributes)}`;
  return children.length === 0 ? `${start}/>` : `${start}>${children.map(serialize).join('')}</${name}>`;
}

const serializeAttributes = (attributes: SafeElement['attributes']) =>
  attributes.map(([name, value]) => ` ${name}="${escape(value)}"`).join('');

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
