/** The pages whose views are counted together. Those of an article are also counted for the article. */
export const PAGE_KINDS = ['article', 'home', 'listing', 'other'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

/** What a view is counted for. */
export type ViewedPage = Exclude<PageKind, 'article'> | `article:${string}`;

export const viewedArticle = (id: string): ViewedPage => `article:${id}`;
