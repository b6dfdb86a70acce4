import { expect, test } from 'vitest';
import { largestCandidate } from './picture-sources.ts';

test.each([
  ['', ''],
  ['a.jpg', 'a.jpg'],
  ['a.jpg 1x, b.jpg 2x', 'b.jpg'],
  ['a.jpg 960w,b.jpg 320w', 'a.jpg'],
  [
    'https://x.example/w_1,h_2/a.jpg 320w,\n  https://x.example/w_3,h_4/a.jpg 640w',
    'https://x.example/w_3,h_4/a.jpg',
  ],
  ['a.jpg, b.jpg 1.5x , c.jpg', 'b.jpg'],
  ['a.jpg 0w', ''],
])('the largest candidate of %s is %s', (srcset, expected) => {
  expect(largestCandidate(srcset)).toBe(expected);
});
