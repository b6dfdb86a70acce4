import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { quoteWord, type SearchedArticle, vectorText, wordsOf } from './search-document.ts';
import { draftSearch } from './tables.server.ts';

/** Precedes a stem in the vector of a draft. No word contains it, so the beginning of a word never finds a stem. */
const STEM_MARKER = '/';

/** A stem as it is in the vector of a draft. */
export const markStem = (stem: string): string => STEM_MARKER + stem;

type QueuedDraft = SearchedArticle & { readonly articleId: string };

/** Writes the rows of `draft_search` of drafts. The caller has locked the articles. */
export async function indexDrafts(tx: Transaction, drafts: readonly QueuedDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  const documents = drafts.map((draft) => ({ articleId: draft.articleId, words: wordsOf(draft) }));
  const { dictionary, forms } = await findForms(
    tx,
    documents.flatMap(({ words }) => [...words.keys()]),
  );
  const rows = documents.map(({ articleId, words }) => ({
    articleId,
    words: draftVector(words, forms),
    dictionary,
  }));
  await tx
    .insert(draftSearch)
    .values(rows)
    .onConflictDoUpdate({
      target: draftSearch.articleId,
      set: { words: sql`excluded.words`, dictionary: sql`excluded.dictionary` },
    });
}

interface WordForms {
  readonly word: string;
  /** Without accents. */
  readonly folded: string;
  /** Without accents; empty for a stop word. */
  readonly stem: string;
  /** The stem of `folded`; null if it is that of the word. */
  readonly foldedStem: string | null;
}

interface Forms {
  /** The text search dictionary that computed the stems. */
  readonly dictionary: string;
  readonly forms: ReadonlyMap<string, WordForms>;
}

/** Looks up what the list of words has of public articles. The words of drafts are in no list: it would be a public one. */
async function findForms(tx: Transaction, words: readonly string[]): Promise<Forms> {
  const { rows } = await tx.execute<{ dictionary: string; forms: WordForms[] }>(sql`
    select dictionary, coalesce((
      select json_agg(json_build_object('word', word, 'folded', folded, 'stem', search_stem(dictionary, word),
        'foldedStem', case when folded <> word then search_stem(dictionary, folded) end))
      from (select word, search_fold(word) as folded from unnest(${sql.param([...new Set(words)])}::text[]) as word) as entered
    ), '[]') as forms
    from search_language`);
  const [found] = rows;
  if (found === undefined) throw new Error('The table search_language has no row');
  return {
    dictionary: found.dictionary,
    forms: new Map(found.forms.map((forms) => [forms.word, forms])),
  };
}

/** The text representation of the vector of a draft. Stems have no positions: a phrase is found by its exact words. */
function draftVector(
  words: ReadonlyMap<string, readonly string[]>,
  forms: ReadonlyMap<string, WordForms>,
): string {
  const folded = new Map<string, readonly string[]>();
  const stems = new Set<string>();
  for (const [word, positions] of words) {
    const found = forms.get(word);
    const plain = found?.folded || word;
    folded.set(plain, [...(folded.get(plain) ?? []), ...positions]);
    for (const stem of [found?.stem, found?.foldedStem]) if (stem) stems.add(quoteWord(markStem(stem)));
  }
  return [vectorText(folded), ...stems].join(' ');
}
