import type { Selection } from './use-selection.ts';

interface RowCheckboxProps<Item> {
  readonly item: Item;
  readonly selection: Selection<Item>;
  /** The id of the element that says which item it is: the name is the same in every row. */
  readonly describedBy: string;
}

/** Selects one item. */
export function RowCheckbox<Item>({ item, selection, describedBy }: RowCheckboxProps<Item>) {
  return (
    <label className="row-checkbox">
      <input
        type="checkbox"
        aria-label="Select"
        aria-describedby={describedBy}
        checked={selection.has(item)}
        onChange={() => selection.toggle(item)}
      />
    </label>
  );
}

interface PageCheckboxProps<Item> {
  readonly selection: Selection<Item>;
  /** A visible text; without one the checkbox has only a name. */
  readonly label?: string;
}

/** Selects all items of the page; shows if only some are selected. */
export function PageCheckbox<Item>({ selection, label }: PageCheckboxProps<Item>) {
  const { selected, isAllSelected, toggleAll } = selection;
  return (
    <label className="row-checkbox">
      <input
        type="checkbox"
        {...(label === undefined ? { 'aria-label': 'Select all on this page' } : {})}
        ref={(input) => {
          if (input !== null) input.indeterminate = selected.length > 0 && !isAllSelected;
        }}
        checked={isAllSelected}
        onChange={toggleAll}
      />
      {label}
    </label>
  );
}
