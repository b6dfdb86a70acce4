import { usePageTitle } from '../parts/page-title.ts';
import { useLogout } from '../session/logout.ts';

/** Signed in, and no administrator: says so, instead of sending the visitor round in circles. */
export function NoAccess({ name, onCheck }: { readonly name: string; readonly onCheck: () => void }) {
  const logout = useLogout();
  usePageTitle('No admin access yet');
  return (
    <div className="entry-form">
      <h1>Almost there</h1>
      <p className="entry-note" role="status">
        Signed in as {name} – no admin access yet
      </p>
      <p className="text-muted">
        Whoever runs this site grants it, on the machine it runs on. The account is ready for it.
      </p>
      <button type="button" className="button" onClick={onCheck}>
        Check again
      </button>
      <button
        type="button"
        className="button button-quiet"
        disabled={logout.isPending}
        onClick={() => logout.mutate()}
      >
        Logout
      </button>
    </div>
  );
}
