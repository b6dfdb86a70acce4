import type { ReactElement } from 'react';
import { Notice } from './notice.tsx';

interface ItemListProps<Item> {
  /** Its accessible name. */
  readonly label?: string;
  /** The class of the rows; by default the one of `list-rows.css`. */
  readonly className?: string;
  readonly items: readonly Item[];
  /** The text in place of the list if there are no items, or all that is shown then. */
  readonly empty: string | ReactElement;
  /** Renders the row of an item: an `li` with a key. */
  readonly children: (item: Item) => ReactElement;
}

/** A list with a row for each item, or what is shown in its place. */
export function ItemList<Item>({
  label,
  className = 'list-rows',
  items,
  empty,
  children,
}: ItemListProps<Item>) {
  if (items.length === 0) return typeof empty === 'string' ? <Notice text={empty} /> : empty;
  return (
    <ul className={className} aria-label={label}>
      {items.map(children)}
    </ul>
  );
}
