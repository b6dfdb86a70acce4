import { articlePath } from '#domain/articles/article.ts';
import type {
  Accuracy,
  FilterCount,
  FoundPageKind,
  SearchResults,
} from '#domain/articles/search/search-result.ts';
import type { TextPart } from '#domain/articles/search/text-part.ts';
import type { Site } from '#domain/site/site.ts';

/** The results of a search in the JSON of the public API, and as the property of the island. */
export interface SearchJson {
  readonly total: number;
  readonly accuracy: Accuracy;
  readonly page_count: number;
  readonly suggestion: string | null;
  readonly results: readonly SearchResultJson[];
  readonly pages: readonly FoundPageJson[];
  readonly categories: readonly { readonly slug: string; readonly name: string; readonly count: number }[];
  readonly years: readonly { readonly year: number; readonly count: number }[];
  readonly authors: readonly { readonly name: string; readonly count: number }[];
}

export interface FoundPageJson extends FoundTextJson {
  readonly kind: FoundPageKind;
}

interface FoundTextJson {
  readonly path: string;
  readonly title: readonly TextPartJson[];
  readonly excerpt: readonly TextPartJson[];
  readonly lang: string;
}

export interface SearchResultJson extends FoundTextJson {
  readonly category_slug: string;
  readonly category_name: string;
  readonly author_name: string;
  readonly publish_date: string;
}

export interface TextPartJson {
  readonly text: string;
  readonly match: boolean;
}

export function searchJson(found: SearchResults, { sections }: Pick<Site, 'sections'>): SearchJson {
  return {
    total: found.total,
    accuracy: found.accuracy,
    page_count: found.pageCount,
    suggestion: found.suggestion,
    results: found.articles.map((article) => ({
      path: articlePath(article.slug),
      title: partsJson(article.title),
      excerpt: partsJson(article.excerpt),
      category_slug: article.sectionSlug,
      category_name: sections.get(article.sectionSlug).shortName,
      author_name: article.authors,
      publish_date: article.publishDate.toISOString(),
      lang: article.lang,
    })),
    pages: found.pages.map(({ title, excerpt, ...page }) => ({
      ...page,
      title: partsJson(title),
      excerpt: partsJson(excerpt),
    })),
    categories: found.sections.map(({ value, count }) => ({
      slug: value,
      name: sections.get(value).shortName,
      count,
    })),
    years: renamed(found.years, 'year'),
    authors: renamed(found.authors, 'name'),
  };
}

const partsJson = (parts: readonly TextPart[]): TextPartJson[] =>
  parts.map(({ text, isMatch }) => ({ text, match: isMatch }));

const renamed = <Value, Name extends string>(counts: readonly FilterCount<Value>[], name: Name) =>
  counts.map(
    ({ value, count }) => ({ [name]: value, count }) as { [Key in Name]: Value } & { count: number },
  );
