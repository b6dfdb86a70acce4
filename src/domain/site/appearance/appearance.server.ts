import { hash } from 'node:crypto';
import { accentOf, accentStyleSheet } from './accent.ts';
import { type Icon, iconsAt, type Logo, logoAt } from './logo.ts';
import type { Accent, Scheme } from './schemes.ts';
import { type SectionColor, sectionStyleSheet } from './section-colors.ts';

/** A Hono pattern: the version is the hash of the style sheet. */
export const STYLE_SHEET_PATTERN = '/appearance/:file{[\\w-]{22}\\.css}';

/** What the settings of the appearance say, computed once after each change. */
export interface Appearance {
  readonly accents: Readonly<Record<Scheme, Accent>>;
  /** The colors of sections that the newsroom has changed. */
  readonly sectionColors: readonly SectionColor[];
  /** Overrides colors of the built style sheets. Null while the publication has the default ones. */
  readonly styleSheet: { readonly path: string; readonly css: string } | null;
  /** Replaces the default mark and the name beside it. */
  readonly logo: Logo | null;
  /** The logo needs no white surface behind it. */
  readonly isLogoPlain: boolean;
  readonly icons: readonly Icon[];
  /** The setting: path of the largest size of a changed icon; empty for the default one. */
  readonly icon: string;
}

interface AppearanceSettings {
  readonly appearance_accent_light: string;
  readonly appearance_accent_dark: string;
  readonly appearance_section_colors: readonly SectionColor[];
  readonly appearance_logo: string;
  readonly appearance_logo_on_dark: boolean;
  readonly appearance_icon: string;
}

export function createAppearance(settings: AppearanceSettings): Appearance {
  const accents = {
    light: accentOf(settings.appearance_accent_light, 'light'),
    dark: accentOf(settings.appearance_accent_dark, 'dark'),
  };
  return {
    accents,
    sectionColors: settings.appearance_section_colors,
    styleSheet: styleSheetOf([
      accentStyleSheet(accents),
      sectionStyleSheet(settings.appearance_section_colors),
    ]),
    logo: logoAt(settings.appearance_logo),
    isLogoPlain: settings.appearance_logo_on_dark,
    icons: iconsAt(settings.appearance_icon),
    icon: settings.appearance_icon,
  };
}

function styleSheetOf(parts: readonly (string | null)[]): Appearance['styleSheet'] {
  const css = parts.filter((part) => part !== null).join('');
  if (css === '') return null;
  const version = hash('sha256', css, 'base64url').slice(0, 22);
  return { path: `/appearance/${version}.css`, css };
}
