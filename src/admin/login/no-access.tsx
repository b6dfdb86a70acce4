import { usePageTitle } from '../components/page-title.ts';
import { useLogout } from '../session/logout.ts';

/** Shown to a signed-in account without a role. A redirect to the login form would loop. */
export function NoAccess({ name, onCheck }: { readonly name: string; readonly onCheck: () => void }) {
  const logout = useLogout();
  usePageTitle('No admin access yet');
  return (
    <div className="account-form">
      <h1>Almost there</h1>
      <p className="account-form-note" role="status">
        Signed in as {name} – no admin access yet
      </p>
      <p className="text-muted">Your account is ready. Ask the site’s operator to grant access.</p>
      <button type="button" className="button" onClick={onCheck}>
        Check again
      </button>
      <button
        type="button"
        className="button button-secondary"
        disabled={logout.isPending}
        onClick={() => logout.mutate()}
      >
        Logout
      </button>
    </div>
  );
}
