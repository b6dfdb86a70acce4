import { X } from 'lucide-react';
import { Amount } from '../components/amount.tsx';
import type { SearchJson } from './search-json.ts';
import { searchPath, type SearchState } from './search-paths.ts';

type FilterName = 'section' | 'year' | 'author';

interface Filter {
  readonly name: FilterName;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly count: number }[];
}

interface SearchFiltersProps {
  readonly state: SearchState;
  readonly found: SearchJson;
}

/** Links that narrow a search, with the number of results of each. A link that is in effect removes its filter. */
export function SearchFilters({ state, found }: SearchFiltersProps) {
  const filters = filtersOf(found).filter(({ name, options }) => options.length > 1 || state[name] !== '');
  if (filters.length === 0) return null;
  return (
    <nav className="search-filters" aria-label="Filters">
      {filters.map((filter) => (
        <details key={filter.name} open={state[filter.name] !== ''}>
          <summary>{filter.label}</summary>
          <ul>
            {filter.options.map((option) => (
              <li key={option.value}>
                <FilterLink state={state} name={filter.name} option={option} />
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  );
}

interface FilterLinkProps {
  readonly state: SearchState;
  readonly name: FilterName;
  readonly option: Filter['options'][number];
}

function FilterLink({ state, name, option: { value, label, count } }: FilterLinkProps) {
  const isActive = state[name] === value;
  return (
    <a
      href={searchPath({ ...state, page: 1, [name]: isActive ? '' : value })}
      aria-current={isActive ? 'true' : undefined}
    >
      <bdi>{label}</bdi>
      {isActive ? (
        <>
          <span className="visually-hidden">, remove this filter</span>
          <X size={16} aria-hidden="true" />
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
