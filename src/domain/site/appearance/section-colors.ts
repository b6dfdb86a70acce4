import type { SectionSlug } from '#domain/categories/section.ts';
import { DEFAULT_SECTION_COLORS } from './schemes.ts';

/** The color of a section in both schemes, as `#rrggbb`. */
export interface SectionColor {
  readonly section: SectionSlug;
  readonly light: string;
  readonly dark: string;
}

/** The color of a section in the light scheme, as pages show it. */
export function lightColorOf(
  slug: SectionSlug,
  {
    sectionColors,
    accents,
  }: {
    readonly sectionColors: readonly SectionColor[];
    readonly accents: { readonly light: { readonly accent: string } };
  },
): string {
  const changed = sectionColors.find(({ section }) => section === slug);
  return changed?.light ?? DEFAULT_SECTION_COLORS[slug] ?? accents.light.accent;
}

/**
 * Overrides the colors of sections in `ui/tokens.css`; null without any.
 *
 * @param colors their slugs must be slugs: they are not escaped
 */
export function sectionStyleSheet(colors: readonly SectionColor[]): string | null {
  if (colors.length === 0) return null;
  const rules = (scheme: 'light' | 'dark') =>
    colors.map((color) => `:root [data-section='${color.section}']{--hue:${color[scheme]}}`).join('');
  return `${rules('light')}\n@media screen and (prefers-color-scheme:dark){${rules('dark')}}\n`;
}
