import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { editDistance } from './edit-distance.ts';

/** Words that are compared with a misspelled one, the most frequent first. */
const MAX_CANDIDATES = 5000;
/** Shorter words are similar to too many others. */
const MIN_LENGTH = 3;
/** Of the type `int`: no word is in more articles. */
const HIGHEST_COUNT = 2 ** 31 - 1;
/** From this length on, two mistakes are corrected instead of one. */
const LONG_WORD = 6;

/**
 * The word of the articles that is most similar to a word that none of them has; null if there is none. Its first letter is one
 * of the first two of the misspelled word.
 *
 * @param names further words, with which the misspelled one is compared first
 */
export async function findCorrection(
  tx: Transaction,
  word: string,
  names: readonly string[],
): Promise<string | null> {
  if (word.length < MIN_LENGTH) return null;
  const maxDistance = word.length < LONG_WORD ? 1 : 2;
  const { rows } = await tx.execute<{ word: string; folded: string; asked: string }>(sql`
    select word, folded, asked
    from (
      select word, folded, documents from search_words union all
      select word, search_fold(word), ${HIGHEST_COUNT}::int from unnest(${sql.param([...names])}::text[]) as word
    ) as known, search_fold(${word}) as asked
    where (folded >= left(asked, 1) and folded < left(asked, 1) || chr(1114111)
        or folded >= substr(asked, 2, 1) and folded < substr(asked, 2, 1) || chr(1114111))
      and abs(length(folded) - length(asked)) <= ${maxDistance}
    order by documents desc limit ${MAX_CANDIDATES}`);
  let best: { readonly word: string; readonly distance: number } | null = null;
  for (const { word: candidate, folded, asked } of rows) {
    // The candidates are in order of their frequency, so of equally similar ones the first is chosen.
    const distance = editDistance(asked, folded, (best?.distance ?? maxDistance + 1) - 1);
    if (distance < (best?.distance ?? maxDistance + 1)) best = { word: candidate, distance };
    if (best !== null && best.distance <= 1) break;
  }
  return best?.word ?? null;
}
