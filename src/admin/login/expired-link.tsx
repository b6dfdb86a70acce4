import { usePageTitle } from '../parts/page-title.ts';
import { useSession } from '../session/newsroom-session.ts';

interface ExpiredLinkProps {
  readonly onForgot: () => void;
  readonly onLogin: () => void;
}

/** In the place of the form when the link confirms nothing. A new password by email confirms the address as well. */
export function ExpiredLink({ onForgot, onLogin }: ExpiredLinkProps) {
  const isSignedIn = useSession() !== null;
  usePageTitle('Link expired');
  return (
    <div className="entry-form">
      <h1>This link no longer works</h1>
      <p className="entry-note" role="status">
        It was used already or has expired.
      </p>
      <p className="text-muted">
        If you have not confirmed your address yet, ask for a new link and choose your password with it. If
        you were invited, ask for another invitation.
      </p>
      {!isSignedIn && (
        <button type="button" className="button" onClick={onForgot}>
          Get a new link
        </button>
      )}
      <button type="button" className="button button-quiet" onClick={onLogin}>
        {isSignedIn ? 'Continue' : 'Back to login'}
      </button>
    </div>
  );
}
