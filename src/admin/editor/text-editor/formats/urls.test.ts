import { expect, test } from 'vitest';
import { completeLinkInput } from './urls.ts';

test.each([
  [' https://x.example/a ', 'https://x.example/a'],
  ['x.example', 'https://x.example'],
  ['www.x.example/a?b#c', 'https://www.x.example/a?b#c'],
  ['/article/a', 'https://site.example/article/a'],
  ['ada@x.example', 'mailto:ada@x.example'],
  ['//x.example', null],
  ['javascript:alert(1)', null],
  ['two words', null],
  ['word', null],
  ['', null],
])('"%s" is completed to %s', (typed, expected) => {
  expect(completeLinkInput(typed, 'https://site.example')).toBe(expected);
});
