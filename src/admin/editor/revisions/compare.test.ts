import { expect, test } from 'vitest';
import { compareLines } from './compare.ts';

const plain = (lines: ReturnType<typeof compareLines>) =>
  lines.map((line) =>
    'unchanged' in line
      ? `(${line.unchanged})`
      : line
          .map(({ kind, text }) => ({ same: text, added: `+${text}+`, removed: `-${text}-` })[kind])
          .join(''),
  );

test('changes are shown by word within each paragraph', () => {
  const shown = compareLines(
    ['Title: Ports', 'The old port is quiet.'],
    ['Title: Ports', 'The new port is quiet.'],
  );
  expect(plain(shown)).toEqual(['Title: Ports', 'The -old-+new+ port is quiet.']);
});

test('lines that are not adjacent to a change are collapsed to a count', () => {
  const many = Array.from({ length: 6 }, (_, index) => `line ${index}`);
  expect(plain(compareLines(many, [...many, 'end']))).toEqual(['(5)', 'line 5', '+end+']);
  expect(plain(compareLines(many, many))).toEqual(['(6)']);
});
