import { useWideViewport } from '../components/use-wide-viewport.ts';
import { ArticleCards } from './article-cards.tsx';
import type { ListedArticle } from './article-queries.ts';
import { ArticleTable } from './article-table.tsx';
import type { Selection } from '../components/use-selection.ts';
import type { ListView } from './dashboard-location.ts';
import type { DashboardNavigation } from './use-dashboard-location.ts';

export interface ArticleRowsProps {
  readonly label: string;
  readonly articles: readonly ListedArticle[];
  readonly selection: Selection<ListedArticle>;
  readonly list: ListView;
  readonly changeList: DashboardNavigation['changeList'];
  readonly onComments: (article: ListedArticle) => void;
  readonly onDelete: (article: ListedArticle) => void;
}

/** Shows a table if seven columns fit, and cards otherwise. */
export function ArticleRows(props: ArticleRowsProps) {
  const isWide = useWideViewport();
  return isWide ? <ArticleTable {...props} /> : <ArticleCards {...props} />;
}
