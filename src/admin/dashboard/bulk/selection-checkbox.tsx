import { titleId } from '../article-cells.tsx';
import type { ListedArticle } from '../article-queries.ts';
import type { Selection } from './use-selection.ts';

/** Selects one article. Its name is the same in every row, so the title describes it. */
export function RowCheckbox({
  article,
  selection,
}: {
  readonly article: ListedArticle;
  readonly selection: Selection;
}) {
  return (
    <label className="row-checkbox">
      <input
        type="checkbox"
        aria-label="Select"
        aria-describedby={titleId(article)}
        checked={selection.has(article)}
        onChange={() => selection.toggle(article)}
      />
    </label>
  );
}

/** Selects all articles of the page; shows if only some are selected. */
export function PageCheckbox({
  selection,
  label,
}: {
  readonly selection: Selection;
  /** A visible text; without one the checkbox has only a name. */
  readonly label?: string;
}) {
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
