/**
 * Endings between which a word keeps its meaning: inflections, and derivations such as "election", "elected" or "cultural".
 * What follows the beginning that both words share is compared, so "politics" and "political" differ in "s" and "al".
 */
const ENDINGS: ReadonlySet<string> = new Set(
  (
    ' s es e ed d ing ings y ies ied ying ie ion ions ation ations ment ments ' +
    'al ally ly ive ively ives r rs t ts ce ces cy'
  ).split(' '),
);

/**
 * Whether two English words with the same stem are forms of one word. The stemmer of PostgreSQL gives one stem to some words of
 * different meaning: "politics" and "polite", "international" and "internal", "university" and "universe".
 *
 * @param one in lower case, without accents, as `other`
 */
export function areEnglishForms(one: string, other: string): boolean {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return [one, other].every((word) => hasEnding(word, shared));
}

/** A consonant may be doubled before an ending, as in "running". */
const hasEnding = (word: string, from: number) =>
  ENDINGS.has(word.slice(from)) ||
  (from > 0 && word[from] === word[from - 1] && ENDINGS.has(word.slice(from + 1)));
