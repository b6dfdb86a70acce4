import { z } from 'zod';
import { SECTION_LIMIT } from '#domain/categories/section.ts';
import { HEX_COLOR } from '../appearance/hex.ts';
import { isLogoUrl, type LogoKind } from '../appearance/logo.ts';
import { isReadable, nearestReadable } from '../appearance/readable-color.ts';
import { DEFAULT_ACCENTS, type Scheme } from '../appearance/schemes.ts';
import { setting } from './setting.ts';

function readableColor(scheme: Scheme) {
  return z
    .string()
    .trim()
    .toLowerCase()
    .regex(HEX_COLOR, 'Please enter a color like #1f4fbf.')
    .refine((hex) => !HEX_COLOR.test(hex) || isReadable(hex, scheme), {
      error: ({ input }) =>
        `Text in this color is hard to read. The nearest readable color is ${nearestReadable(String(input), scheme)}.`,
    });
}

const sectionColor = z.strictObject({
  section: z.string().regex(/^[a-z0-9-]{1,60}$/, 'Please enter the slug of a section.'),
  light: readableColor('light'),
  dark: readableColor('dark'),
});

/** The path that an upload returned; empty for the default. */
function uploaded(kind: LogoKind) {
  return z
    .string()
    .max(100, `Please upload the ${kind}.`)
    .refine((url) => url === '' || isLogoUrl(kind, url), `Please upload the ${kind}.`);
}

/** The look of the publication. */
export const APPEARANCE_SETTINGS = {
  appearance_logo: setting({
    schema: uploaded('logo'),
    default: '',
    label: 'Logo',
    description:
      'Shown instead of the globe and the name, in the header and footer of pages and in emails. Draw it for a white background: on dark ones it gets a white surface, unless the next setting says otherwise. At most ten times as wide as high; pixels at least 96 high.',
  }),
  appearance_logo_on_dark: setting({
    schema: z.boolean(),
    default: false,
    label: 'The logo is legible on dark surfaces',
    description:
      'Whether pages show the logo without a white surface, also over the dark parts of the home page, in the footer and in the dark scheme. For a logo with a transparent background and colors that are neither very light nor very dark.',
  }),
  appearance_icon: setting({
    schema: uploaded('icon'),
    default: '',
    label: 'Icon',
    description:
      'Shown in browser tabs, on home screens and in the newsroom. Best a square; pixels at least 512 wide or high.',
  }),
  appearance_accent_light: setting({
    schema: readableColor('light'),
    default: DEFAULT_ACCENTS.light.accent,
    label: 'Accent color in the light scheme',
    description:
      'Color of links, buttons and marks in the light scheme and in print, like `#1d6b45`. Its contrast to every background must be at least 4.5:1.',
  }),
  appearance_accent_dark: setting({
    schema: readableColor('dark'),
    default: DEFAULT_ACCENTS.dark.accent,
    label: 'Accent color in the dark scheme',
    description: 'The same for readers whose system is dark, like `#7fd0a4`.',
  }),
  appearance_section_colors: setting({
    schema: z
      .array(sectionColor)
      .max(SECTION_LIMIT, `Please enter at most ${SECTION_LIMIT} sections.`)
      .refine(
        (colors) => new Set(colors.map(({ section }) => section)).size === colors.length,
        'Please enter each section once.',
      ),
    default: [],
    label: 'Colors of sections',
    description:
      'The color of a section in both schemes, with its slug as `section`, under the same rule. A section without an entry keeps its default color, or has the accent color if there is none.',
  }),
} as const;
