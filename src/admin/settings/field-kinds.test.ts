import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#domain/site/settings.ts';
import { writeBlocks } from './block-values.ts';
import { FIELD_KINDS } from './field-kinds.ts';

test.each([
  ['lines', DEFAULT_SETTINGS.contact_social],
  ['paragraphs', DEFAULT_SETTINGS.about_mission],
  ['titledBlocks', DEFAULT_SETTINGS.about_principles],
  ['years', DEFAULT_SETTINGS.about_timeline],
  ['check', true],
  ['check', false],
] as const)('%s are written as text and read again', (kind, value) => {
  const { toText, fromText } = FIELD_KINDS[kind];
  expect(fromText(toText(value))).toEqual(value);
});

test('blank lines and surrounding space do not matter', () => {
  expect(FIELD_KINDS.lines.fromText('  one \n\n\n two\n')).toEqual(['one', 'two']);
  expect(FIELD_KINDS.paragraphs.fromText('one\n more \n \n two')).toEqual(['one more', 'two']);
});

test('blocks lose surrounding space and line breaks, and a year that is none is rejected by the server', () => {
  const blocks = [
    { id: 0, year: ' 2020 ', title: ' First ', text: ' one\n\n two ' },
    { id: 1, year: 'MMXX', title: 'Second', text: 'text' },
  ];
  expect(FIELD_KINDS.years.fromText(writeBlocks(blocks))).toEqual([
    { year: 2020, title: 'First', text: 'one two' },
    { year: 0, title: 'Second', text: 'text' },
  ]);
  for (const other of ['', '2020 First\ntext', '{}', '[{"title":1}]'])
    expect(FIELD_KINDS.titledBlocks.fromText(other)).toEqual([]);
});
