import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { AuthorList } from './author-list.tsx';
import { AuthorScreen } from './author-screen.tsx';

/** The value of `view` for the form of a new author. */
const NEW = 'new';

/** The list of authors, or the form of one. */
export function AuthorsPanel({ navigation }: { readonly navigation: DashboardNavigation }) {
  const { open, view } = navigation.location;
  if (open === null && view !== NEW)
    return (
      <AuthorList
        navigation={navigation}
        onCreate={() => navigation.navigate({ view: NEW })}
        onOpen={(id) => navigation.navigate({ open: id })}
      />
    );
  return (
    <AuthorScreen
      key={open ?? NEW}
      id={open}
      onCreated={({ id }) => navigation.navigate({ view: '', open: id }, { replace: true })}
      onBack={() => navigation.navigate({ view: '', open: null })}
    />
  );
}
