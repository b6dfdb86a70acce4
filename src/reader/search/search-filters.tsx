import { X } from 'lucide-react';
import { Amount } from '../components/amount.tsx';
import type { SearchJson } from './search-json.ts';
import { searchPath, type SearchState } from './search-paths.ts';

type FilterName = 'section' | 'year' | 'author';

interface Filter {
  readonly name: FilterName;
  readonly label: string;
  readonly options: readonly FilterOption[];
}

interface FilterOption {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

interface SearchFiltersProps {
  readonly state: SearchState;
  readonly found: SearchJson;
}

/** Values of a filter that are shown at once; the others open. */
const SHOWN_OPTIONS = 4;

/** Links that narrow a search, with the number of results of each. A link that is in effect removes its filter. */
export function SearchFilters({ state, found }: SearchFiltersProps) {
  const filters = filtersOf(found).filter(
    ({ name, options }) => options.length > (state[name] === '' ? 1 : 0),
  );
  if (filters.length === 0) return null;
  return (
    <nav className="search-filters" aria-label="Filters">
      {filters.map((filter) => (
        <FilterRow key={filter.name} filter={filter} state={state} />
      ))}
    </nav>
  );
}

/** @param filter with its most frequent values first, or the newest years */
function FilterRow({ filter, state }: { readonly filter: Filter; readonly state: SearchState }) {
  const { name, label, options } = filter;
  const id = `filter-${name}`;
  // One more takes no more space than the switch.
  const shown = options.length === SHOWN_OPTIONS + 1 ? options.length : SHOWN_OPTIONS;
  const isActive = ({ value }: FilterOption) => state[name] === value;
  const ordered = [...options.filter(isActive), ...options.filter((option) => !isActive(option))];
  const listOf = (some: readonly FilterOption[]) => (
    <ul aria-labelledby={id}>
      {some.map((option) => (
        <li key={option.value}>
          <FilterChip state={state} name={name} option={option} />
        </li>
      ))}
    </ul>
  );
  return (
    <div>
      <span id={id}>{label}</span>
      {listOf(ordered.slice(0, shown))}
      {ordered.length > shown && (
        <details>
          <summary className="tag">
            <Amount value={ordered.length - shown} /> more
            <span className="visually-hidden">: {label}</span>
          </summary>
          {listOf(ordered.slice(shown))}
        </details>
      )}
    </div>
  );
}

interface FilterChipProps {
  readonly state: SearchState;
  readonly name: FilterName;
  readonly option: FilterOption;
}

function FilterChip({ state, name, option: { value, label, count } }: FilterChipProps) {
  const isActive = state[name] === value;
  return (
    <a
      className="tag"
      href={searchPath({ ...state, page: 1, [name]: isActive ? '' : value })}
      aria-current={isActive ? 'true' : undefined}
    >
      <bdi>{label}</bdi>
      {isActive ? (
        <>
          <span className="visually-hidden">, remove this filter</span>
          <X size={14} aria-hidden="true" />
        </>
      ) : (
        <span className="search-count">
          <Amount value={count} />
        </span>
      )}
    </a>
  );
}

const filtersOf = ({ categories, years, authors }: SearchJson): Filter[] => [
  {
    name: 'section',
    label: 'Section',
    options: categories.map(({ slug, name, count }) => ({ value: slug, label: name, count })),
  },
  {
    name: 'year',
    label: 'Year',
    options: years.map(({ year, count }) => ({ value: String(year), label: String(year), count })),
  },
  {
    name: 'author',
    label: 'Author',
    options: authors.map(({ name, count }) => ({ value: name, label: name, count })),
  },
];
