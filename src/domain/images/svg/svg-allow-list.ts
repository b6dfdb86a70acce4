/** What an uploaded SVG may consist of. Everything else is removed, or the file is rejected. */

/** Shapes, groups and the paints that they use. Scripts, animations, filters and links have no place in a logo. */
export const ELEMENTS: ReadonlySet<string> = new Set([
  'circle',
  'clipPath',
  'defs',
  'ellipse',
  'g',
  'line',
  'linearGradient',
  'mask',
  'path',
  'pattern',
  'polygon',
  'polyline',
  'radialGradient',
  'rect',
  'stop',
  'symbol',
  'use',
]);

const NO_EMBEDDING = 'The SVG contains other content than shapes. Please remove it, or upload a PNG file.';
const NO_TEXT =
  'The SVG contains text. Please convert it to outlines, because not every reader has its typeface.';

/** Visible content that cannot be kept. Without it the logo would look different, so the file is rejected. */
export const REJECTED_ELEMENTS: ReadonlyMap<string, string> = new Map([
  ['foreignObject', NO_EMBEDDING],
  ['image', NO_EMBEDDING],
  ['svg', NO_EMBEDDING],
  ['text', NO_TEXT],
  ['textPath', NO_TEXT],
  ['tspan', NO_TEXT],
]);

/** Elements that only group others. Their content is kept. */
export const GROUPS: ReadonlySet<string> = new Set(['a', 'switch']);

/** Elements that may refer to another one of the same file. */
export const REFERRING_ELEMENTS: ReadonlySet<string> = new Set([
  'linearGradient',
  'pattern',
  'radialGradient',
  'use',
]);

/** Geometry and units. Not a property of CSS. */
export const ATTRIBUTES: ReadonlySet<string> = new Set([
  'clipPathUnits',
  'cx',
  'cy',
  'd',
  'fr',
  'fx',
  'fy',
  'gradientTransform',
  'gradientUnits',
  'height',
  'maskContentUnits',
  'maskUnits',
  'offset',
  'pathLength',
  'patternContentUnits',
  'patternTransform',
  'patternUnits',
  'points',
  'preserveAspectRatio',
  'r',
  'rx',
  'ry',
  'spreadMethod',
  'transform',
  'viewBox',
  'width',
  'x',
  'x1',
  'x2',
  'y',
  'y1',
  'y2',
]);

/** Properties that are written as attributes of the same name. */
export const PROPERTIES: ReadonlySet<string> = new Set([
  'clip-path',
  'clip-rule',
  'color',
  'color-interpolation',
  'display',
  'fill',
  'fill-opacity',
  'fill-rule',
  'mask',
  'mask-type',
  'opacity',
  'overflow',
  'paint-order',
  'shape-rendering',
  'stop-color',
  'stop-opacity',
  'stroke',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'stroke-opacity',
  'stroke-width',
  'vector-effect',
  'visibility',
]);

/** Properties that have no attribute, and stay in `style`. */
export const STYLE_PROPERTIES: ReadonlySet<string> = new Set(['isolation', 'mix-blend-mode']);

/** Characters of the longest value: the outline of a complicated shape. */
const MAX_VALUE_LENGTH = 100_000;
/** No quotes, colons, backslashes, comments or markup. */
const SAFE_CHARACTERS = /^[\w\s#.,%()+/-]*$/;
/** The end of a name that is longer is no function either. */
const FUNCTION_NAME = /([\w-]{0,20})\(/g;
const REFERENCE = /\burl\(\s*(["']?)#([A-Za-z_][\w.-]{0,99})\1\s*\)/g;
const FUNCTIONS: ReadonlySet<string> = new Set([
  'hsl',
  'hsla',
  'matrix',
  'rgb',
  'rgba',
  'rotate',
  'scale',
  'skewx',
  'skewy',
  'translate',
]);

/**
 * Returns the value of an attribute or a property with the only spelling of references, or null if it contains anything
 * but numbers, words, colors, transformations, and references to elements of the same file.
 */
export function safeValue(value: string): string | null {
  if (value.length > MAX_VALUE_LENGTH) return null;
  const trimmed = value.trim();
  // What is left has no reference, in whatever spelling: `referencedIds` would not find it.
  const others = trimmed.replace(REFERENCE, ' ');
  if (!SAFE_CHARACTERS.test(others)) return null;
  for (const [, name = ''] of others.matchAll(FUNCTION_NAME))
    if (name !== '' && !FUNCTIONS.has(name.toLowerCase())) return null;
  return trimmed.replace(REFERENCE, 'url(#$2)');
}

const REFERENCED_ID = /\burl\(#([\w.-]+)\)/g;

/** The ids to which a value refers. */
export const referencedIds = (value: string): string[] =>
  Array.from(value.matchAll(REFERENCED_ID), ([, id = '']) => id);

/** The name of an element or of a class. */
export const SAFE_NAME = /^[A-Za-z_][\w.-]{0,99}$/;
