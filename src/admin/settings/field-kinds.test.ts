import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#domain/site/settings.ts';
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
  expect(FIELD_KINDS.years.fromText('2020  First \n text\n\nNo year\ntext')).toEqual([
    { year: 2020, title: 'First', text: 'text' },
    { year: 0, title: 'No year', text: 'text' },
  ]);
});
