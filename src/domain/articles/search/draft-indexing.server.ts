import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { type SearchedArticle, vectorText, wordsOf } from './search-document.ts';
import { draftSearch } from './tables.server.ts';

/** Writes the rows of `draft_search` of drafts. The caller has locked the articles. */
export async function indexDrafts(tx: Transaction, drafts: readonly QueuedDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  await tx
    .insert(draftSearch)
    .values(await createRows(tx, drafts))
    .onConflictDoUpdate({ target: draftSearch.articleId, set: { words: sql`excluded.words` } });
}

type QueuedDraft = SearchedArticle & { readonly articleId: string };

async function createRows(
  tx: Transaction,
  drafts: readonly QueuedDraft[],
): Promise<{ articleId: string; words: string }[]> {
  const documents = drafts.map((draft) => ({ articleId: draft.articleId, words: wordsOf(draft) }));
  const folded = await foldWords(tx, documents.flatMap(({ words }) => [...words.keys()]).filter(hasAccents));
  return documents.map(({ articleId, words }) => ({
    articleId,
    words: vectorText(withFolded(words, folded)),
  }));
}

/** Whether a word may have a form without accents that differs from it. */
const hasAccents = (word: string) => /[^a-z0-9]/.test(word);

/** Words without their accents, as the list of words of readers has them. Drafts have no list: it would be a public one. */
async function foldWords(tx: Transaction, words: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (words.length === 0) return new Map();
  const { rows } = await tx.execute<{ word: string; folded: string }>(sql`
    select word, search_fold(word) as folded from unnest(${sql.param([...new Set(words)])}::text[]) as word`);
  return new Map(rows.map(({ word, folded }) => [word, folded]));
}

/** PostgreSQL sorts the positions of a word and drops repeated ones. */
function withFolded(
  words: ReadonlyMap<string, readonly string[]>,
  folded: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> {
  const all = new Map(words);
  for (const [word, positions] of words) {
    const plain = folded.get(word);
    if (plain !== undefined && plain !== '' && plain !== word)
      all.set(plain, [...(all.get(plain) ?? []), ...positions]);
  }
  return all;
}
