import type { SectionSlug } from '#domain/categories/section.ts';

/** The color of a section in both schemes, as `#rrggbb`. */
export interface SectionColor {
  readonly section: SectionSlug;
  readonly light: string;
  readonly dark: string;
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
