import { usePageTitle } from '../components/page-title.ts';
import { useSession } from '../session/newsroom-session.ts';

interface ExpiredLinkProps {
  readonly onForgot: () => void;
  readonly onLogin: () => void;
}

/** Replaces the form if the link is invalid. A password reset by email also confirms the address. */
export function ExpiredLink({ onForgot, onLogin }: ExpiredLinkProps) {
  const isSignedIn = useSession() !== null;
  usePageTitle('Link expired');
  return (
    <div className="account-form">
      <h1>This link no longer works</h1>
      <p className="account-form-note" role="status">
        It has already been used or has expired.
      </p>
      <p className="text-muted">
        If you have not confirmed your address yet, request a new link and set your password with it. If you
        were invited, ask for a new invitation.
      </p>
      {!isSignedIn && (
        <button type="button" className="button" onClick={onForgot}>
          Get a new link
        </button>
      )}
      <button type="button" className="button button-secondary" onClick={onLogin}>
        {isSignedIn ? 'Continue' : 'Back to login'}
      </button>
    </div>
  );
}
