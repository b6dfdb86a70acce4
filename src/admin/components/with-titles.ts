import { titleOrUntitled } from '#domain/articles/untitled.ts';

/** A page of a list in which every article has a title to show. */
export function withTitles<Page extends { readonly articles: readonly { readonly title: string }[] }>(
  page: Page,
): Page {
  return {
    ...page,
    articles: page.articles.map((article) => ({ ...article, title: titleOrUntitled(article.title) })),
  };
}
