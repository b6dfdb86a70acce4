import type { Rgb } from '#platform/oklab.ts';
import { formatHex, parseHex } from './hex.ts';
import { type Accent, DEFAULT_ACCENTS, type Scheme, SCHEMES } from './schemes.ts';

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

/** Shares of black or white in the variants. They only increase the contrast. */
const STRONG_SHARE = 0.22;
const ON_DARK_SHARE = 0.88;

/** The accent of a scheme with its variants. The default one has the exact values of `ui/tokens.css`. */
export function accentOf(hex: string, scheme: Scheme): Accent {
  const standard = DEFAULT_ACCENTS[scheme];
  if (hex === standard.accent) return standard;
  const color = parseHex(hex);
  return scheme === 'light'
    ? { accent: hex, strong: mix(color, BLACK, STRONG_SHARE), on: standard.on }
    : { accent: hex, strong: mix(color, WHITE, STRONG_SHARE), on: mix(color, BLACK, ON_DARK_SHARE) };
}

/** Overrides the accents of `ui/tokens.css` that differ from the default; null if none does. */
export function accentStyleSheet(accents: Readonly<Record<Scheme, Accent>>): string | null {
  const changed = SCHEMES.filter((scheme) => accents[scheme].accent !== DEFAULT_ACCENTS[scheme].accent);
  const rules = changed.map((scheme) => {
    const { accent, strong, on } = accents[scheme];
    const rule = declare(`--accent:${accent};--accent-strong:${strong};--on-accent:${on}`);
    // Printed pages use the light scheme. The hero of the home page is dark in both schemes.
    return scheme === 'light'
      ? rule
      : `${declare(`--accent-on-night:${accent}`)}@media screen and (prefers-color-scheme:dark){${rule}}`;
  });
  return rules.length === 0 ? null : `${rules.join('\n')}\n`;
}

/** The selector is doubled, so that it wins wherever it is: in development, style sheets are inserted after it. */
const declare = (declarations: string) => `:root:root{${declarations}}`;

function mix(color: Rgb, other: Rgb, share: number): string {
  const [red, green, blue] = color.map(
    (channel, index) => channel + share * ((other[index] ?? 0) - channel),
  ) as [number, number, number];
  return formatHex([red, green, blue]);
}
