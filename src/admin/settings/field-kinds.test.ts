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
