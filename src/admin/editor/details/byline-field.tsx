import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { BYLINE_LIMIT, type Byline, bylineText } from '#domain/articles/bylines.ts';
import { Announcement } from '../../components/announcement.tsx';
import type { Draft } from '../draft/draft.ts';
import { AuthorInput } from './author-input.tsx';

interface BylineFieldProps {
  readonly draft: Pick<Draft, 'bylines' | 'authorName'>;
  readonly error: string | undefined;
  readonly onChange: (change: Pick<Draft, 'bylines' | 'authorName'>) => void;
}

const EMPTY: Byline = { author: null, name: '' };

/** Where the focus goes after a change of the rows. */
interface FocusTarget {
  readonly row: number;
  readonly control: 'input' | 'up' | 'down';
}

/**
 * The authors of an article in order. With one author, which is the usual case, it is a single text field; each name is
 * either free text or the profile chosen from the suggestions.
 */
export function BylineField({ draft, error, onChange }: BylineFieldProps) {
  const list = useRef<HTMLOListElement>(null);
  const [target, setTarget] = useState<FocusTarget | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const rows = rowsOf(draft);
  useFocus(list, target);

  const change = (next: readonly Byline[], focus: FocusTarget | null = null) => {
    const bylines = next.length === 1 && next[0]?.author === null && next[0].name === '' ? [] : [...next];
    onChange({ bylines, authorName: bylineText(bylines.filter(({ name }) => name.trim() !== '')) });
    setTarget(focus);
  };
  const move = (row: number, to: number, control: 'up' | 'down') => {
    const moved = rows[row];
    if (moved === undefined || to < 0 || to >= rows.length) return;
    change(rows.toSpliced(row, 1).toSpliced(to, 0, moved), { row: to, control });
    setAnnouncement(`${moved.name || 'Author'} is now ${to + 1} of ${rows.length}`);
  };
  const remove = (row: number) => {
    change(rows.toSpliced(row, 1), { row: Math.max(0, row - 1), control: 'input' });
    setAnnouncement(`${rows[row]?.name || 'Author'} removed`);
  };
  return (
    <div className="bylines">
      <ol ref={list}>
        {rows.map((byline, row) => (
          // The rows have no identity but their position.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={row} className="byline">
            <AuthorInput
              label={rows.length === 1 ? 'Author' : `Author ${row + 1}`}
              byline={byline}
              error={row === 0 ? error : undefined}
              onChange={(next) => change(rows.with(row, next))}
            />
            {rows.length > 1 && (
              <RowActions
                name={byline.name || `author ${row + 1}`}
                isFirst={row === 0}
                isLast={row === rows.length - 1}
                onUp={() => move(row, row - 1, 'up')}
                onDown={() => move(row, row + 1, 'down')}
                onRemove={() => remove(row)}
              />
            )}
          </li>
        ))}
      </ol>
      {rows.length < BYLINE_LIMIT && (
        <button
          type="button"
          className="button button-plain button-small"
          onClick={() => change([...rows, EMPTY], { row: rows.length, control: 'input' })}
        >
          <Plus size={15} aria-hidden="true" />
          Add another author
        </button>
      )}
      <Announcement text={announcement} />
    </div>
  );
}

/** At least one row. Drafts of earlier releases, and new ones, have only the name. */
function rowsOf({ bylines, authorName }: Pick<Draft, 'bylines' | 'authorName'>): readonly Byline[] {
  return bylines.length > 0 ? bylines : [{ ...EMPTY, name: authorName }];
}

function useFocus(list: { readonly current: HTMLElement | null }, target: FocusTarget | null): void {
  useLayoutEffect(() => {
    if (target === null) return;
    const row = list.current?.children.item(target.row);
    const selector = target.control === 'input' ? 'input' : `[data-control="${target.control}"]`;
    row?.querySelector<HTMLElement>(selector)?.focus();
  }, [list, target]);
}

interface RowActionsProps {
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onUp: () => void;
  readonly onDown: () => void;
  readonly onRemove: () => void;
}

/** The buttons stay focusable at the ends of the list, so that the focus is not lost there. */
function RowActions({ name, isFirst, isLast, onUp, onDown, onRemove }: RowActionsProps) {
  return (
    <div className="byline-actions">
      <button type="button" className="icon-button" data-control="up" aria-disabled={isFirst} onClick={onUp}>
        <ArrowUp size={17} aria-hidden="true" />
        <span className="visually-hidden">Move {name} up</span>
      </button>
      <button
        type="button"
        className="icon-button"
        data-control="down"
        aria-disabled={isLast}
        onClick={onDown}
      >
        <ArrowDown size={17} aria-hidden="true" />
        <span className="visually-hidden">Move {name} down</span>
      </button>
      <button type="button" className="icon-button icon-button-danger" onClick={onRemove}>
        <X size={17} aria-hidden="true" />
        <span className="visually-hidden">Remove {name}</span>
      </button>
    </div>
  );
}
