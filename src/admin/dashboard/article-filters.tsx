import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { authorListQuery } from '../authors/author-queries.ts';
import { tagListQuery } from './tag-queries.ts';

interface FilterProps {
  /** Empty for no filter. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Only articles with a byline of this name. Suggests the profiles of authors; other names can be entered. */
export function AuthorFilter(props: FilterProps) {
  const [text, setText] = useState(props.value);
  const authors = useQuery({
    ...authorListQuery({ search: text.trim().slice(0, 100), page: 1 }),
    enabled: text.trim() !== '',
  });
  const names = authors.data?.authors.map(({ name }) => name) ?? [];
  return <FilterField label="Author" options={names} maxLength={200} onText={setText} {...props} />;
}

/** Only articles with this tag. Suggests the tags of published articles; others can be entered. */
export function TagFilter(props: FilterProps) {
  const [text, setText] = useState(props.value);
  const tags = useQuery({ ...tagListQuery(text.trim()), enabled: text.trim() !== '' });
  const names = tags.data?.tags.map(({ name }) => name) ?? [];
  return <FilterField label="Tag" options={names} maxLength={80} onText={setText} {...props} />;
}

interface FilterFieldProps extends FilterProps {
  readonly label: string;
  /** Suggestions. One that is chosen applies at once; another text with Enter, or when the field is left. */
  readonly options: readonly string[];
  readonly maxLength: number;
  readonly onText: (text: string) => void;
}

function FilterField({ label, value, options, maxLength, onText, onChange }: FilterFieldProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const [shownValue, setShownValue] = useState(value);
  // Back navigation and "Clear filters" change the filter without typing.
  if (shownValue !== value) {
    setShownValue(value);
    setText(value);
  }

  function apply(next: string): void {
    if (next.trim() !== value) onChange(next.trim());
  }
  function enter(next: string): void {
    setText(next);
    onText(next);
    if (next === '' || options.includes(next)) apply(next);
  }
  function applyOnEnter({ key }: KeyboardEvent): void {
    if (key === 'Enter') apply(text);
  }

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="search"
        list={`${id}options`}
        placeholder="All"
        dir="auto"
        autoComplete="off"
        maxLength={maxLength}
        value={text}
        onChange={(event) => enter(event.target.value)}
        onKeyDown={applyOnEnter}
        onBlur={() => apply(text)}
      />
      <datalist id={`${id}options`}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </datalist>
    </div>
  );
}
