import { z } from 'zod';
import { HEX_COLOR } from '../appearance/hex.ts';
import { isReadable, nearestReadable } from '../appearance/readable-color.ts';
import { DEFAULT_ACCENTS, type Scheme } from '../appearance/schemes.ts';
import { setting } from './setting.ts';

function accentColor(scheme: Scheme) {
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

/** The look of the publication. */
export const APPEARANCE_SETTINGS = {
  appearance_accent_light: setting({
    schema: accentColor('light'),
    default: DEFAULT_ACCENTS.light.accent,
    label: 'Accent color in the light scheme',
    description:
      'Color of links, buttons and marks in the light scheme and in print, like `#1d6b45`. Its contrast to every background must be at least 4.5:1.',
  }),
  appearance_accent_dark: setting({
    schema: accentColor('dark'),
    default: DEFAULT_ACCENTS.dark.accent,
    label: 'Accent color in the dark scheme',
    description: 'The same for readers whose system is dark, like `#7fd0a4`.',
  }),
} as const;
