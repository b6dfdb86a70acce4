import { type FormEvent, useId, useState } from 'react';

interface SearchFormProps {
  readonly label: string;
  /** The search that is shown; give the form a new `key` when it changes. */
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly className?: string;
}

/** A search that starts when the form is submitted. */
export function SearchForm({ label, search, onSearch, className = '' }: SearchFormProps) {
  const id = useId();
  const [text, setText] = useState(search);
  function submit(event: FormEvent): void {
    event.preventDefault();
    onSearch(text.trim());
  }
  return (
    <form className={`field ${className}`} role="search" onSubmit={submit}>
      <label htmlFor={id}>{label}</label>
      <span className="search-row">
        <input
          id={id}
          type="search"
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" className="button button-secondary">
          Search
        </button>
      </span>
    </form>
  );
}
