import { expect, test } from 'vitest';
import { DEFAULT_SECTIONS } from '#domain/categories/default-sections.ts';
import { createSections } from '#domain/categories/section.ts';
import { HOME_SETTINGS } from '#domain/site/settings/home-settings.ts';
import { coverageCards, coverageText, stacksOf } from './coverage.ts';

const DEFAULT_TEXT = HOME_SETTINGS.home_coverage_text.default;

/** The cards of a publication with this number of sections that are no categories. */
function cardsOf(count: number) {
  const [section] = DEFAULT_SECTIONS;
  if (section === undefined) throw new Error('There is no section');
  const sections = Array.from({ length: count }, (_, index) => ({
    ...section,
    slug: `section-${index}`,
    pathSegment: `section-${index}`,
    isCategory: false,
  }));
  return coverageCards(createSections(sections));
}

test.each([
  [0, [1, 1, 1], 'Three sections, each with its own desk.'],
  [2, [2, 2, 1], 'Five sections, each with its own desk.'],
  [6, [3, 3, 3], 'Nine sections, each with its own desk.'],
  [7, [4, 3, 3], 'Ten sections, each with its own desk.'],
  [8, [4, 4, 3], 'Eleven sections, each with its own desk.'],
  [30, [11, 11, 11], '33 sections, each with its own desk.'],
])('%d sections beside the categories have stacks of %j', (count, sizes, text) => {
  const cards = cardsOf(count);
  const stacks = stacksOf(cards);
  expect(stacks.map(({ length }) => length)).toEqual(sizes);
  expect(stacks.flat()).toEqual(cards);
  expect(coverageText(DEFAULT_TEXT, cards)).toBe(text);
});

test('the text of the newsroom is not changed', () => {
  expect(coverageText('Nine subjects.', cardsOf(7))).toBe('Nine subjects.');
  expect(coverageText('', cardsOf(7))).toBe('');
});
