import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '#ui/format-count.ts';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps<Item> {
  readonly selection: Selection<Item>;
  /** The noun of an item, in lower case. */
  readonly noun: string;
  /** Buttons. */
  readonly children: ReactNode;
}

/** What can be done with the selected items. The count is announced, so its element is always there. */
export function SelectionBar<Item>({ selection, noun, children }: SelectionBarProps<Item>) {
  const count = selection.selected.length;
  return (
    <div className="selection-bar" data-empty={count === 0}>
      <p role="status">{count === 0 ? '' : `${formatCount(count, noun)} selected`}</p>
      {count > 0 && (
        <div role="group" aria-label={`Selected ${noun}s`}>
          {children}
          <button type="button" className="button button-plain button-small" onClick={selection.clear}>
            <X size={15} aria-hidden="true" />
            Clear selection
          </button>
        </div>
      )}
    </div>
  );
}
