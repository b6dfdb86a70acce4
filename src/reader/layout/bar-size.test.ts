import { expect, test } from 'vitest';
import { LOGO_MAX_WIDTH, logoUrl } from '#domain/site/appearance/logo.ts';
import { createAppearance } from '#domain/site/appearance/appearance.server.ts';
import { DEFAULT_SETTINGS } from '#domain/site/settings.ts';
import { barSize } from './bar-size.ts';

const MENU = ['Home', 'Articles', 'Content', 'Media', 'Newsletter', 'About'].map((label) => ({
  label,
  href: '/',
}));

/** The size for this name, and a logo with this width in pixels. */
function sizeWith(name: string, logoWidth?: number) {
  const appearance_logo = logoWidth === undefined ? '' : logoUrl('logo', 'a'.repeat(40), logoWidth, 'png');
  return barSize({ name, appearance: createAppearance({ ...DEFAULT_SETTINGS, appearance_logo }) }, MENU);
}

const LONG_NAME = 'The Independent Review of Politics, Economy and Culture';

test('a bar with a logo has the size of the logo, not of the name', () => {
  expect(sizeWith('Meridian')).toBeUndefined();
  expect(sizeWith(LONG_NAME)).toBe('never');
  expect(sizeWith(LONG_NAME, 384)).toBeUndefined();
  expect(sizeWith('Meridian', LOGO_MAX_WIDTH)).toBe('wide');
});
