import { luminance, type Rgb, toOklab } from '#platform/oklab.ts';
import { formatHex, parseHex } from './hex.ts';
import { DEFAULT_ACCENTS, type Scheme, TINTS, TOKENS } from './schemes.ts';

/** WCAG 2.2, success criterion 1.4.3, for text of any size. */
const MIN_CONTRAST = 4.5;

/** The luminance at which an accent has exactly the contrast. It must be darker in light mode, brighter in dark mode. */
const LIMITS = {
  light: Math.min(...counterparts('light').map((other) => (other + 0.05) / MIN_CONTRAST - 0.05)),
  dark: Math.max(...counterparts('dark').map((other) => (other + 0.05) * MIN_CONTRAST - 0.05)),
};

/** The luminance of every color that is behind text of the accent color, or is the color of text on it. */
function counterparts(scheme: Scheme): readonly number[] {
  const { paper, raised, sunken, code } = TOKENS[scheme];
  const colors = [paper, raised, sunken, code, ...TINTS[scheme], DEFAULT_ACCENTS[scheme].on];
  return colors.map((hex) => luminance(parseHex(hex)));
}

/** Whether an accent color, as `#rrggbb`, has enough contrast as text and behind text in this scheme. */
export function isReadable(hex: string, scheme: Scheme): boolean {
  return hasContrast(parseHex(hex), scheme);
}

function hasContrast(color: Rgb, scheme: Scheme): boolean {
  return scheme === 'light' ? luminance(color) <= LIMITS.light : luminance(color) >= LIMITS.dark;
}

/**
 * The readable color, as `#rrggbb`, with the smallest distance in Oklab. A readable color is its own nearest one.
 * Compares 65,000 colors, which takes some 20 ms.
 */
export function nearestReadable(hex: string, scheme: Scheme): string {
  const wanted = parseHex(hex);
  if (hasContrast(wanted, scheme)) return hex;
  const target = toOklab(wanted);
  let nearest = parseHex(DEFAULT_ACCENTS[scheme].accent);
  let least = Infinity;
  for (const color of limitColors(scheme)) {
    const [lightness, a, b] = toOklab(color);
    const distance = Math.hypot(lightness - target[0], a - target[1], b - target[2]);
    if (distance < least) [nearest, least] = [color, distance];
  }
  return formatHex(nearest);
}

/**
 * For each red and blue, the readable color whose green is next to the limit. The nearest color is among them: between a
 * color that is not readable and a readable one, the distance decreases until the limit.
 */
function* limitColors(scheme: Scheme): Generator<Rgb> {
  for (let red = 0; red < 256; red++) {
    // The more blue, the less green has the same luminance.
    let green = 255;
    for (let blue = 0; blue < 256 && green >= 0; blue++) {
      if (scheme === 'light') while (green >= 0 && !hasContrast([red, green, blue], scheme)) green--;
      else while (green > 0 && hasContrast([red, green - 1, blue], scheme)) green--;
      if (green >= 0) yield [red, green, blue];
    }
  }
}
