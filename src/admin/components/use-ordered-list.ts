import { type ComponentProps, type RefObject, useState } from 'react';
import type { RowButtons } from './row-buttons.tsx';

interface OrderedListOptions<T> {
  /** The list element, which must be focusable: it gets the focus after a removal. */
  readonly list: RefObject<HTMLElement | null>;
  readonly items: readonly T[];
  readonly nameOf: (item: T, index: number) => string;
  readonly onChange: (items: readonly T[]) => void;
}

interface OrderedList {
  /** What was done last, for an `Announcement`. */
  readonly announcement: string;
  readonly buttonsOf: (index: number) => Required<ComponentProps<typeof RowButtons>>;
}

/** Moves and removes the items of a list with the `RowButtons` of each. */
export function useOrderedList<T>({ list, items, nameOf, onChange }: OrderedListOptions<T>): OrderedList {
  const [announcement, setAnnouncement] = useState('');
  const names = items.map(nameOf);

  function move(from: number, to: number): void {
    onChange(items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1)));
    setAnnouncement(`${names[from]} is now number ${to + 1} of ${items.length}`);
  }
  function remove(index: number): void {
    onChange(items.toSpliced(index, 1));
    setAnnouncement(`${names[index]} was removed`);
    list.current?.focus();
  }

  return {
    announcement,
    buttonsOf: (index) => ({
      name: names[index] ?? '',
      index,
      count: items.length,
      onMove: (to) => move(index, to),
      onRemove: () => remove(index),
    }),
  };
}
