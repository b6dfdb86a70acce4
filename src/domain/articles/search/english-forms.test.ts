import { expect, test } from 'vitest';
import { areEnglishForms } from './english-forms.ts';

test.each([
  ['politics', 'political'],
  ['cables', 'cable'],
  ['running', 'run'],
  ['studies', 'study'],
  ['dying', 'die'],
  ['election', 'elected'],
  ['governments', 'governing'],
  ['universities', 'university'],
  ['independence', 'independent'],
  ['organisation', 'organise'],
])('%s and %s are forms of one word', (one, other) => {
  expect([areEnglishForms(one, other), areEnglishForms(other, one)]).toEqual([true, true]);
});

test.each([
  ['politics', 'polite'],
  ['political', 'politely'],
  ['international', 'internal'],
  ['university', 'universe'],
  ['experience', 'experiment'],
  ['organization', 'organ'],
  ['authority', 'author'],
  ['important', 'import'],
])('%s and %s are different words', (one, other) => {
  expect([areEnglishForms(one, other), areEnglishForms(other, one)]).toEqual([false, false]);
});
