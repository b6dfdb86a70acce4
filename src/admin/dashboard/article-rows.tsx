import { useSyncExternalStore } from 'react';
import { ArticleCards } from './article-cards.tsx';
import type { ListedArticle } from './article-queries.ts';
import { ArticleTable } from './article-table.tsx';
import type { ListView } from './dashboard-location.ts';
import type { DashboardNavigation } from './use-dashboard-location.ts';

export interface ArticleRowsProps {
  readonly label: string;
  readonly articles: readonly ListedArticle[];
  readonly list: ListView;
  readonly changeList: DashboardNavigation['changeList'];
  readonly onComments: (article: ListedArticle) => void;
  readonly onDelete: (article: ListedArticle) => void;
}

const wideViewport = matchMedia('(width >= 52rem)');

/** Shows a table if six columns fit, and cards otherwise. */
export function ArticleRows(props: ArticleRowsProps) {
  const isWide = useSyncExternalStore(
    (listener) => {
      wideViewport.addEventListener('change', listener);
      return () => wideViewport.removeEventListener('change', listener);
    },
    () => wideViewport.matches,
  );
  return isWide ? <ArticleTable {...props} /> : <ArticleCards {...props} />;
}
