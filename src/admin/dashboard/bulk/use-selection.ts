import { useState } from 'react';
import type { ListedArticle } from '../article-queries.ts';

/** The articles of the shown page that are selected. */
export interface Selection {
  readonly selected: readonly ListedArticle[];
  readonly isAllSelected: boolean;
  readonly has: (article: ListedArticle) => boolean;
  readonly toggle: (article: ListedArticle) => void;
  /** Selects all articles of the page, or none if all are. */
  readonly toggleAll: () => void;
  readonly clear: () => void;
}

/** Articles that are not on the shown page are not selected. */
export function useSelection(articles: readonly ListedArticle[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selected = articles.filter(({ id }) => ids.has(id));
  const isAllSelected = articles.length > 0 && selected.length === articles.length;
  return {
    selected,
    isAllSelected,
    has: ({ id }) => ids.has(id),
    toggle({ id }) {
      const next = new Set(selected.map((article) => article.id));
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
    toggleAll: () => setIds(new Set(isAllSelected ? [] : articles.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}
