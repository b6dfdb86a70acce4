import { SearchForm } from '../components/search-form.tsx';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';

/** The search of the lists of authors and of names without a profile. */
export function AuthorSearch({ navigation }: { readonly navigation: DashboardNavigation }) {
  const { search } = navigation.location.list;
  return (
    <SearchForm
      label="Search names"
      className="author-search"
      key={search}
      search={search}
      onSearch={(next) => navigation.changeList({ search: next })}
    />
  );
}
