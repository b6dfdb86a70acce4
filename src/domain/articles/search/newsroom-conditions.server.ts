import type { Db } from '#platform/db/database.ts';
import { markStem } from './draft-indexing.server.ts';
import { quoteWord } from './search-document.ts';
import { parseQuery } from './search-query.ts';
import { createConditions, type ExpandedTerm, expandTerms, withoutStopWords } from './word-forms.server.ts';

/** A search of the newsroom in the texts of articles, as `tsquery` texts. */
export interface TextConditions {
  /** For `article_search`; null if no public article can match. */
  readonly published: string | null;
  /** For `draft_search`. */
  readonly drafts: string;
  /** The search has a phrase or an excluded word, which only the texts can tell. */
  readonly hasOperators: boolean;
}

/**
 * Parses a search like that of readers: forms of words, the beginning of the last one, phrases, excluded words. Null if there
 * is no word to find.
 */
export async function findTextConditions(db: Db, search: string): Promise<TextConditions | null> {
  const parsed = parseQuery(search);
  if (parsed.every(({ isExcluded }) => isExcluded)) return null;
  const terms = withoutStopWords(await expandTerms(db, parsed));
  const published = createConditions(terms);
  return {
    published: published?.complete ?? published?.indexed ?? null,
    drafts: terms.map(draftCondition).join(' & '),
    hasOperators: terms.some(({ isPhrase, isExcluded }) => isPhrase || isExcluded),
  };
}

/** The words of drafts are in no list, so each word is looked up without its accents and by its stems. Phrases are exact words. */
function draftCondition({ words, folded, stems, isPhrase, isPrefix, isExcluded }: ExpandedTerm): string {
  const alternatives = words.map((word, at) => {
    const entered = `${quoteWord(folded[at] || word)}${isPrefix ? ':*' : ''}`;
    const marked = isPhrase ? [] : (stems[at] ?? []).map((stem) => quoteWord(markStem(stem)));
    return `(${[entered, ...marked].join(' | ')})`;
  });
  return `${isExcluded ? '!' : ''}(${alternatives.join(' <-> ')})`;
}
