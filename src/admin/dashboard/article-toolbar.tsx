import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { SelectField } from '../parts/field.tsx';
import type { ListView } from './place.ts';
import type { PlaceControl } from './use-place.ts';

interface ArticleToolbarProps {
  readonly list: ListView;
  readonly look: PlaceControl['look'];
}

const STATUSES = [
  { value: '', label: 'All' },
  { value: 'published', label: 'Published' },
  { value: 'draft', label: 'Drafts' },
] as const;

const ORDERS = [
  { value: 'publish_date desc', label: 'Newest first' },
  { value: 'publish_date asc', label: 'Oldest first' },
  { value: 'updated_at desc', label: 'Changed last' },
  { value: 'title asc', label: 'Title, A to Z' },
  { value: 'title desc', label: 'Title, Z to A' },
] as const;

/** Which of the articles, and in which order. */
export function ArticleToolbar({ list, look }: ArticleToolbarProps) {
  return (
    <div className="list-tools">
      <SearchField search={list.search} onSearch={(search) => look({ search }, { replace: true })} />
      <SelectField
        label="Status"
        value={list.status}
        options={STATUSES}
        onChange={(value) => look({ status: STATUSES.find((status) => status.value === value)?.value ?? '' })}
      />
      <SelectField
        label="Order"
        value={`${list.sort} ${list.order}`}
        options={ORDERS}
        onChange={(value) => look(orderOf(value))}
      />
    </div>
  );
}

function orderOf(value: string): Partial<ListView> {
  const [sort, order] = (ORDERS.find((entry) => entry.value === value) ?? ORDERS[0]).value.split(' ');
  return { sort: sort as ListView['sort'], order: order as ListView['order'] };
}

/** Milliseconds after the last key until it is searched. */
const PAUSE = 250;

interface SearchFieldProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

function SearchField({ search, onSearch }: SearchFieldProps) {
  const id = useId();
  const [text, setText] = useState(search);
  const asked = useRef(search);

  // Going back, or showing all again, changes what is searched without a key being pressed.
  useEffect(() => {
    if (asked.current !== search) setText(search);
    asked.current = search;
  }, [search]);

  useEffect(() => {
    const next = text.trim();
    if (next === asked.current) return undefined;
    const timer = setTimeout(() => {
      asked.current = next;
      onSearch(next);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text, onSearch]);

  return (
    <div className="field list-search">
      <label htmlFor={id}>Search</label>
      <Search size={17} aria-hidden="true" />
      <input
        id={id}
        type="search"
        placeholder="Title, author or slug"
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  );
}
