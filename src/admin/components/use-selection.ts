import { useState } from 'react';

/** The items of the shown page that are selected. */
export interface Selection<Item> {
  readonly selected: readonly Item[];
  readonly isAllSelected: boolean;
  readonly has: (item: Item) => boolean;
  readonly toggle: (item: Item) => void;
  /** Selects all items of the page, or none if all are. */
  readonly toggleAll: () => void;
  readonly clear: () => void;
}

/** Items that are not on the shown page are not selected. */
export function useSelection<Item extends { readonly id: string }>(items: readonly Item[]): Selection<Item> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selected = items.filter(({ id }) => ids.has(id));
  const isAllSelected = items.length > 0 && selected.length === items.length;
  return {
    selected,
    isAllSelected,
    has: ({ id }) => ids.has(id),
    toggle({ id }) {
      const next = new Set(selected.map((item) => item.id));
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
    toggleAll: () => setIds(new Set(isAllSelected ? [] : items.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}
