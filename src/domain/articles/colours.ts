import { type Rgb, toOklab } from '#platform/oklab.ts';

/**
 * The colours an author can choose for text (`data-ink`, here "ink") and its background (`data-tint`, here "tint"). An
 * article stores the name of a colour. The style sheet defines a value for light mode and one for dark mode, so that
 * every combination has enough contrast.
 */
export const COLOURS = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'grey'] as const;
export type Colour = (typeof COLOURS)[number];

export function isColour(name: string): name is Colour {
  return COLOURS.some((colour) => colour === name);
}

/** Hue angles in OKLCH, in degrees. Grey has none. */
const HUES: Readonly<Record<Exclude<Colour, 'grey'>, number>> = {
  red: 25,
  orange: 55,
  yellow: 95,
  green: 150,
  teal: 200,
  blue: 258,
  violet: 305,
};

/** Chroma below which text looks black, grey or white. */
const INK_MIN_CHROMA = 0.05;
/** The same for backgrounds: on a large area a lower chroma is visible. */
const TINT_MIN_CHROMA = 0.02;

/** The ink nearest to a CSS colour. Null for black, white and invalid colours: the text then gets no colour. */
export function nearestInk(css: string): Colour | null {
  const colour = parseColour(css);
  if (colour === null) return null;
  const { lightness, chroma, hue } = toOklch(colour);
  if (chroma >= INK_MIN_CHROMA) return nearestHue(hue);
  return lightness > 0.45 && lightness < 0.8 ? 'grey' : null;
}

/** The tint nearest to a CSS colour. Null for near-white, fully transparent and invalid colours. */
export function nearestTint(css: string): Colour | null {
  const colour = parseColour(css);
  if (colour === null) return null;
  const { lightness, chroma, hue } = toOklch(colour);
  if (chroma >= TINT_MIN_CHROMA) return nearestHue(hue);
  return lightness < 0.95 ? 'grey' : null;
}

function nearestHue(hue: number): Colour {
  const distance = (other: number) => Math.abs(((hue - other + 540) % 360) - 180);
  const nearest = COLOURS.filter((colour) => colour !== 'grey').toSorted(
    (one, other) => distance(HUES[one]) - distance(HUES[other]),
  );
  return nearest[0] ?? 'grey';
}

/** Named colours that word processors use. */
const NAMED: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  maroon: '#800000',
  darkred: '#8b0000',
  orange: '#ffa500',
  brown: '#a52a2a',
  yellow: '#ffff00',
  gold: '#ffd700',
  olive: '#808000',
  lime: '#00ff00',
  green: '#008000',
  darkgreen: '#006400',
  aqua: '#00ffff',
  cyan: '#00ffff',
  teal: '#008080',
  blue: '#0000ff',
  navy: '#000080',
  darkblue: '#00008b',
  purple: '#800080',
  violet: '#ee82ee',
  fuchsia: '#ff00ff',
  magenta: '#ff00ff',
  pink: '#ffc0cb',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  lightgrey: '#d3d3d3',
  lightgray: '#d3d3d3',
};

const FUNCTION = /^rgba?\(([^()]{5,60})\)$/;
const CHANNEL = /^\d{1,3}(?:\.\d+)?$/;

/** `#rgb`, `#rrggbb`, either with alpha, `rgb()`, `rgba()` or one of the names above. Null for anything else. */
function parseColour(css: string): Rgb | null {
  const text = css.trim().toLowerCase();
  const value = NAMED[text] ?? text;
  return fromHex(value) ?? fromFunction(value);
}

function fromHex(text: string): Rgb | null {
  const digits = /^#([0-9a-f]{3,8})$/.exec(text)?.[1] ?? '';
  const isShort = digits.length === 3 || digits.length === 4;
  if (!isShort && digits.length !== 6 && digits.length !== 8) return null;
  const full = isShort ? [...digits].map((digit) => digit + digit).join('') : digits;
  const [red = 0, green = 0, blue = 0, alpha = 255] = (full.match(/../g) ?? []).map((pair) =>
    Number.parseInt(pair, 16),
  );
  return alpha === 0 ? null : [red, green, blue];
}

function fromFunction(text: string): Rgb | null {
  const [red = '', green = '', blue = '', alpha = '1', ...others] = (FUNCTION.exec(text)?.[1] ?? '')
    .split(/[\s,/]+/)
    .filter((part) => part !== '');
  const channels = [red, green, blue];
  if (others.length > 0 || !channels.every((channel) => CHANNEL.test(channel))) return null;
  return Number.parseFloat(alpha) === 0 ? null : [Number(red), Number(green), Number(blue)];
}

/** Oklab in polar form: lightness 0–1, chroma from 0, hue in degrees. */
function toOklch(color: Rgb): { lightness: number; chroma: number; hue: number } {
  const [lightness, a, b] = toOklab(color);
  return { lightness, chroma: Math.hypot(a, b), hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 };
}
