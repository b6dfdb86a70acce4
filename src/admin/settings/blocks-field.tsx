import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Announcement } from '../components/announcement.tsx';
import { TextArea, TextField } from '../components/field.tsx';
import { RowButtons } from '../components/row-buttons.tsx';
import { useOrderedList } from '../components/use-ordered-list.ts';
import { type Block, readBlocks, writeBlocks } from './block-values.ts';

interface BlocksFieldProps {
  readonly label: string;
  readonly hint: ReactNode;
  /** The error of the blocks, with the number of the block that has it. */
  readonly error: string | undefined;
  /** The errors of the fields of the blocks, by `index.field`. */
  readonly fieldErrors: Readonly<Record<string, string>>;
  readonly disabled: boolean;
  /** The title and text of each block have a year before them. */
  readonly hasYears: boolean;
  /** From `writeBlocks`. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The titled blocks of a setting in order, with buttons to move, remove and add blocks. */
export function BlocksField({
  label,
  hint,
  error,
  fieldErrors,
  disabled,
  hasYears,
  value,
  onChange,
}: BlocksFieldProps) {
  const id = useId();
  const isAdding = useRef(false);
  const blocks = readBlocks(value);
  const change = (next: readonly Block[]) => onChange(writeBlocks(next));
  const list = useRef<HTMLOListElement>(null);
  const rows = useOrderedList({ list, items: blocks, nameOf, onChange: change });

  // After the rendering that shows the added block.
  useEffect(() => {
    if (!isAdding.current) return;
    isAdding.current = false;
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  });

  function add(): void {
    isAdding.current = true;
    const last = Math.max(-1, ...blocks.map((block) => block.id));
    change([...blocks, { id: last + 1, year: '', title: '', text: '' }]);
  }

  return (
    <fieldset className="blocks-field" disabled={disabled} aria-describedby={`${id}hint ${id}error`}>
      <legend>{label}</legend>
      <p id={`${id}hint`} className="field-hint">
        {hint}
      </p>
      <p id={`${id}error`} className="field-error">
        {error}
      </p>
      <ol ref={list} tabIndex={-1} aria-label={label}>
        {blocks.map((block, index) => (
          <li key={block.id}>
            <BlockFields
              block={block}
              hasYears={hasYears}
              errorOf={(field) => fieldErrors[`${index}.${field}`]}
              onChange={(patch) =>
                change(blocks.map((other) => (other === block ? { ...block, ...patch } : other)))
              }
            />
            <div className="block-actions">
              <RowButtons {...rows.buttonsOf(index)} />
            </div>
          </li>
        ))}
      </ol>
      <Announcement text={rows.announcement} />
      <button type="button" className="button button-secondary button-small justify-self-start" onClick={add}>
        <Plus size={16} aria-hidden="true" />
        {hasYears ? 'Add a year' : 'Add a principle'}
      </button>
    </fieldset>
  );
}

const nameOf = ({ title }: Block, index: number) => title.trim() || `Block ${index + 1}`;

interface BlockFieldsProps {
  readonly block: Block;
  readonly hasYears: boolean;
  readonly errorOf: (field: 'year' | 'title' | 'text') => string | undefined;
  readonly onChange: (patch: Partial<Block>) => void;
}

function BlockFields({ block, hasYears, errorOf, onChange }: BlockFieldsProps) {
  return (
    <div className="block-fields">
      {hasYears && (
        <TextField
          label="Year"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={block.year}
          error={errorOf('year')}
          onChange={({ target }) => onChange({ year: target.value })}
        />
      )}
      <TextField
        label="Title"
        autoComplete="off"
        value={block.title}
        error={errorOf('title')}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <TextArea
        label="Text"
        rows={3}
        value={block.text}
        error={errorOf('text')}
        onChange={({ target }) => onChange({ text: target.value })}
      />
    </div>
  );
}
