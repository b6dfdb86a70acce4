import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ArticleState } from '#domain/articles/article-state.ts';
import { SelectField } from '../components/field.tsx';
import { STATE_LABELS } from '../components/state-badge.tsx';
import { AuthorFilter, TagFilter } from './article-filters.tsx';
import type { ListView } from './dashboard-location.ts';
import type { DashboardNavigation } from './use-dashboard-location.ts';

interface ArticleToolbarProps {
  readonly list: ListView;
  readonly changeList: DashboardNavigation['changeList'];
}

const STATES: readonly { readonly value: ListView['state']; readonly label: string }[] = [
  { value: '', label: 'All' },
  ...Object.entries(STATE_LABELS).map(([state, { plural }]) => ({
    value: state as ArticleState,
    label: plural,
  })),
];

const ORDERS = [
  { value: 'publish_date desc', label: 'Newest first' },
  { value: 'publish_date asc', label: 'Oldest first' },
  { value: 'updated_at desc', label: 'Recently edited' },
  { value: 'title asc', label: 'Title, A to Z' },
  { value: 'title desc', label: 'Title, Z to A' },
] as const;

/** Search, filters and order of the article list. */
export function ArticleToolbar({ list, changeList }: ArticleToolbarProps) {
  return (
    <div className="list-tools article-tools">
      <SearchField search={list.search} onSearch={(search) => changeList({ search }, { replace: true })} />
      <SelectField
        label="Status"
        value={list.state}
        options={STATES}
        onChange={(value) =>
          changeList({ state: STATES.find((state) => state.value === value)?.value ?? '' })
        }
      />
      <AuthorFilter value={list.author} onChange={(author) => changeList({ author })} />
      <TagFilter value={list.tag} onChange={(tag) => changeList({ tag })} />
      <SelectField
        label="Order"
        value={`${list.sort} ${list.order}`}
        options={ORDERS}
        onChange={(value) => changeList(orderOf(value))}
      />
    </div>
  );
}

function orderOf(value: string): Partial<ListView> {
  const [sort, order] = (ORDERS.find((entry) => entry.value === value) ?? ORDERS[0]).value.split(' ');
  return { sort: sort as ListView['sort'], order: order as ListView['order'] };
}

/** Milliseconds after the last keystroke until the search starts. */
const SEARCH_DELAY_MS = 250;

interface SearchFieldProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

function SearchField({ search, onSearch }: SearchFieldProps) {
  const id = useId();
  const [text, setText] = useState(search);
  const appliedSearch = useRef(search);

  // Back navigation and "Clear filters" change the search without typing.
  useEffect(() => {
    if (appliedSearch.current !== search) setText(search);
    appliedSearch.current = search;
  }, [search]);

  useEffect(() => {
    const next = text.trim();
    if (next === appliedSearch.current) return undefined;
    const timer = setTimeout(() => {
      appliedSearch.current = next;
      onSearch(next);
    }, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text, onSearch]);

  return (
    <div className="field list-search">
      <label htmlFor={id}>Search</label>
      <Search size={17} aria-hidden="true" />
      <input
        id={id}
        type="search"
        placeholder="Title, text, author or slug"
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  );
}
