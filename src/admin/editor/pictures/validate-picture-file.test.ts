import { expect, test } from 'vitest';
import { LOGO_TYPES, PICTURE_TYPES } from '#domain/images/policy.ts';
import { validatePictureFile } from './validate-picture-file.ts';

const MEGABYTE = 1024 * 1024;

test.each([
  ['image/png', 5 * MEGABYTE - 1, null],
  ['image/jpeg', 1, null],
  ['image/png', 5 * MEGABYTE, 'Image size must be less than 5MB'],
  ['image/svg+xml', 1, 'Please upload an image file'],
  ['application/pdf', 9 * MEGABYTE, 'Please upload an image file'],
  ['', 1, 'Please upload an image file'],
])('a file of %s with %i bytes: %s', (type, size, expected) => {
  expect(validatePictureFile({ type, size }, PICTURE_TYPES)).toBe(expected);
});

test('an SVG is accepted where the path accepts it', () => {
  expect(validatePictureFile({ type: 'image/svg+xml', size: 1 }, LOGO_TYPES)).toBeNull();
});
