import { useSyncExternalStore } from 'react';
import { ArticleCards } from './article-cards.tsx';
import type { ListedArticle } from './article-queries.ts';
import { ArticleTable } from './article-table.tsx';
import type { ListView } from './place.ts';
import type { PlaceControl } from './use-place.ts';

export interface ArticleRowsProps {
  readonly label: string;
  readonly articles: readonly ListedArticle[];
  readonly list: ListView;
  readonly look: PlaceControl['look'];
  readonly onComments: (article: ListedArticle) => void;
  readonly onDelete: (article: ListedArticle) => void;
}

const wide = matchMedia('(width >= 52rem)');

/** A table where there is room for six columns, a list of cards where there is not. */
export function ArticleRows(props: ArticleRowsProps) {
  const isWide = useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener);
      return () => wide.removeEventListener('change', listener);
    },
    () => wide.matches,
  );
  return isWide ? <ArticleTable {...props} /> : <ArticleCards {...props} />;
}
