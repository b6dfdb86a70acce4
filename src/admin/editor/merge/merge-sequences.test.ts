import { expect, test } from 'vitest';
import { mergeSequences } from './merge-sequences.ts';

const elements = (text: string | null) => text?.split('').map((key) => ({ key })) ?? [];

/** Agreed elements as they are, a conflict as `(base|mine|theirs)`. */
function merge(base: string | null, mine: string, theirs: string): string {
  const join = (keyed: readonly { readonly key: string }[]) => keyed.map(({ key }) => key).join('');
  return mergeSequences({
    base: base === null ? null : elements(base),
    mine: elements(mine),
    theirs: elements(theirs),
  })
    .map((part) =>
      part.kind === 'agreed'
        ? join(part.elements)
        : `(${[part.base, part.mine, part.theirs].map(join).join('|')})`,
    )
    .join('');
}

test.each([
  ['nothing changed', 'abc', 'abc', 'abc', 'abc'],
  ['only mine', 'abc', 'aXc', 'abc', 'aXc'],
  ['only theirs', 'abc', 'abc', 'abcX', 'abcX'],
  ['different passages', 'abcde', 'Xbcde', 'abcdY', 'XbcdY'],
  ['mine deletes, theirs adds elsewhere', 'abcde', 'acde', 'abcdeY', 'acdeY'],
  ['the same change', 'abc', 'aXc', 'aXc', 'aXc'],
  ['one passage differently', 'abc', 'aXc', 'aYc', 'a(b|X|Y)c'],
  ['one deletes what the other changes', 'abc', 'ac', 'aYc', 'a(b||Y)c'],
  ['both add at the end', 'ab', 'abX', 'abY', 'ab(|X|Y)'],
  ['neighbours without anything between them', 'abcd', 'aXcd', 'abYd', 'a(bc|Xc|bY)d'],
  ['several', 'abcdefg', 'XbcYefg', 'abcZefgW', 'Xbc(d|Y|Z)efgW'],
  ['from nothing', '', 'ab', '', 'ab'],
  ['everything deleted by both', 'abc', '', '', ''],
  ['without a base, what only one has', null, 'aXbc', 'abcY', 'aXbcY'],
  ['without a base, what differs', null, 'aXc', 'aYc', 'a(|X|Y)c'],
])('two versions are merged: %s', (_, base, mine, theirs, merged) => {
  expect(merge(base, mine, theirs)).toBe(merged);
});

test('no element of either version is lost that the other one has not deleted', () => {
  const base = 'abcdefghij';
  for (let seed = 1; seed < 400; seed += 1) {
    const mine = edit(base, seed, 'MNO');
    const theirs = edit(base, seed * 7 + 3, 'TUV');
    const merged = merge(base, mine, theirs);
    const isDeleted = (letter: string) =>
      base.includes(letter) && !(mine.includes(letter) && theirs.includes(letter));
    const lost = `${mine}${theirs}`
      .split('')
      .filter((letter) => !merged.includes(letter) && !isDeleted(letter));
    expect([mine, theirs, merged, lost]).toEqual([mine, theirs, merged, []]);
    expect([merge(base, mine, base), merge(base, base, theirs)]).toEqual([mine, theirs]);
  }
});

/** Deletes and inserts letters at positions that follow from the seed. */
function edit(text: string, seed: number, inserted: string): string {
  const letters = text.split('');
  for (const [index, letter] of inserted.split('').entries()) {
    const at = (seed * (index * 5 + 11)) % (letters.length + 1);
    letters.splice(at, (seed >> index) % 3, letter);
  }
  return letters.join('');
}
