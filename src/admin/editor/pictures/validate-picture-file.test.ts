import { expect, test } from 'vitest';
import { LOGO_TYPES, PICTURE_TYPES } from '#domain/images/policy.ts';
import { validatePictureFile } from './validate-picture-file.ts';

const MEGABYTE = 1024 * 1024;

test.each([
  ['harbor.png', 'image/png', 5 * MEGABYTE - 1, null],
  ['harbor.jpg', 'image/jpeg', 1, null],
  ['harbor.png', 'image/png', 5 * MEGABYTE, 'Image size must be less than 5MB'],
  ['drawing.svg', 'image/svg+xml', 1, expect.stringMatching(/^SVG files can contain programs\. .*PNG/)],
  ['IMG_0001.HEIC', 'image/heic', 1, expect.stringMatching(/^Most browsers cannot show HEIC files\. .*JPEG/)],
  ['IMG_0001.HEIC', '', 1, expect.stringMatching(/^Most browsers cannot show HEIC files\./)],
  ['scan.tif', 'image/tiff', 1, expect.stringMatching(/^Browsers cannot show TIFF files\./)],
  ['report.pdf', 'application/pdf', 9 * MEGABYTE, 'Please upload an image file'],
  ['', '', 1, 'Please upload an image file'],
])('%s of type “%s” with %i bytes', (name, type, size, expected) => {
  expect(validatePictureFile({ name, type, size }, PICTURE_TYPES)).toEqual(expected);
});

test('an SVG is accepted where the path accepts it', () => {
  expect(validatePictureFile({ name: 'logo.svg', type: 'image/svg+xml', size: 1 }, LOGO_TYPES)).toBeNull();
});
