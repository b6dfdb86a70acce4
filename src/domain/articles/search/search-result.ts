import type { TextPart } from './text-part.ts';

/** Results on one page. */
export const RESULTS_PER_PAGE = 20;

export interface SearchFilters {
  readonly section: string | null;
  /** In the time zone of the publication. */
  readonly year: number | null;
  /** The name of a byline. */
  readonly author: string | null;
}

export interface SearchRequest {
  /** As the reader has entered it. */
  readonly query: string;
  readonly filters: SearchFilters;
  /** From 1. */
  readonly page: number;
}

/** What is shown of a found article or page. The texts are split at the words that were searched for. */
interface Found {
  readonly title: readonly TextPart[];
  /** The part of the text with the words, or else the excerpt of the article or page. */
  readonly excerpt: readonly TextPart[];
  /** BCP 47; empty for the language of the publication. */
  readonly lang: string;
}

export interface FoundArticle extends Found {
  readonly slug: string;
  readonly sectionSlug: string;
  readonly authors: string;
  readonly publishDate: Date;
}

/** What a page that is no article shows: the articles of a section or with a tag, or a text of the publication. */
export const FOUND_PAGE_KINDS = ['section', 'tag', 'page'] as const;
export type FoundPageKind = (typeof FOUND_PAGE_KINDS)[number];

/** A found page that is no article. */
export interface FoundPage extends Found {
  readonly kind: FoundPageKind;
  readonly path: string;
}

/** A value of a filter with the number of results that have it. */
export interface FilterCount<Value> {
  readonly value: Value;
  readonly count: number;
}

/** Of the number of results. That of a common word is estimated; of a common phrase only the newest articles are counted. */
export type Accuracy = 'exact' | 'estimated' | 'minimum';

export interface SearchResults {
  readonly articles: readonly FoundArticle[];
  /** Sections, then tags, then pages of the publication. Only beside the first articles of a search without filters. */
  readonly pages: readonly FoundPage[];
  readonly total: number;
  readonly accuracy: Accuracy;
  /** At least 1. Of more matches than pages have, the best and the newest are shown. */
  readonly pageCount: number;
  readonly sections: readonly FilterCount<string>[];
  /** Newest first. */
  readonly years: readonly FilterCount<number>[];
  readonly authors: readonly FilterCount<string>[];
  /** Some articles are not in the index yet. */
  readonly isIncomplete: boolean;
  /** Another spelling of the search, if it has no article and is the name of no section or tag. */
  readonly suggestion: string | null;
}

export const NO_RESULTS: SearchResults = {
  articles: [],
  pages: [],
  total: 0,
  accuracy: 'exact',
  pageCount: 1,
  sections: [],
  years: [],
  authors: [],
  isIncomplete: false,
  suggestion: null,
};
