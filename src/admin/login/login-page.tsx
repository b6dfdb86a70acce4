import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { pathAfterLogin } from '../frame/own-paths.ts';
import { UnreachablePage } from '../frame/unreachable-page.tsx';
import { WaitingPage } from '../frame/waiting-page.tsx';
import { readPublication } from '../publication.ts';
import { useAccess } from '../session/access.ts';
import { useSession } from '../session/newsroom-session.ts';
import { hasUnsavedEntries } from '../unsaved/entry-storage.ts';
import { ConfirmAddress } from './confirm-address.tsx';
import { ForgottenForm } from './forgotten-form.tsx';
import { LoginForm } from './login-form.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { NoAccess } from './no-access.tsx';
import { SignUpForm } from './sign-up-form.tsx';

/** Signing in, signing up, and a new password. Whoever is signed in and may is sent on to the newsroom. */
export function LoginPage() {
  const [params] = useSearchParams();
  const session = useSession();
  const access = useAccess();
  const links = { reset: params.get('reset'), verification: params.get('verification') };

  if (session === null || links.reset !== null || links.verification !== null) {
    return (
      <Desk>
        <Entry {...links} />
      </Desk>
    );
  }
  if (access.data === undefined) {
    return access.isError ? <UnreachablePage onRetry={() => void access.refetch()} /> : <WaitingPage />;
  }
  if (access.data.role === 'admin') return <Navigate replace to={pathAfterLogin(params.get('next'))} />;
  return (
    <Desk>
      <NoAccess name={session.user.name} onCheck={() => void access.refetch()} />
    </Desk>
  );
}

/** The account works at once; with the link its address is confirmed, which administrators need. */
const CHECK_MAILBOX = 'To confirm your address, open the link in the email we sent you.';

/** Logging out deletes unsaved input, so where there is any the session has ended by itself. */
const WORDS_KEPT = 'Your session has ended. What you typed is kept in this browser: log in to go on.';

type Mode = 'login' | 'create' | 'forgotten';

interface EntryProps {
  /** Tokens of mailed links. */
  readonly reset: string | null;
  readonly verification: string | null;
}

function Entry({ reset, verification }: EntryProps) {
  const [, setParams] = useSearchParams();
  const [mode, setMode] = useState<Mode>('login');
  const [email, setEmail] = useState('');
  const [note, setNote] = useState<string | null>(() =>
    hasUnsavedEntries(localStorage) ? WORDS_KEPT : null,
  );

  function show(next: Mode, message: string | null = null): void {
    setNote(message);
    setMode(next);
    if (reset !== null || verification !== null) setParams({}, { replace: true });
  }
  const toLogin = (message: string | null) => show('login', message);

  if (reset !== null)
    return <NewPasswordForm token={reset} onChanged={toLogin} onLogin={() => toLogin(null)} />;
  if (verification !== null)
    return (
      <ConfirmAddress
        key={verification}
        token={verification}
        onConfirmed={(confirmed, message) => {
          setEmail(confirmed);
          toLogin(message);
        }}
        onForgot={() => show('forgotten')}
        onLogin={() => toLogin(null)}
      />
    );
  const address = { email, onEmail: setEmail };
  if (mode === 'create')
    return (
      <SignUpForm
        {...address}
        onCreated={(said) => toLogin(`${said} ${CHECK_MAILBOX}`)}
        onLogin={() => toLogin(null)}
      />
    );
  if (mode === 'forgotten')
    return <ForgottenForm {...address} onAsked={toLogin} onLogin={() => toLogin(null)} />;
  return (
    <LoginForm
      {...address}
      note={note}
      onCreate={() => setMode('create')}
      onForgot={() => setMode('forgotten')}
    />
  );
}

function Desk({ children }: { readonly children: React.ReactNode }) {
  const { name, tagline } = readPublication();
  return (
    <div className="login">
      <header className="login-masthead">
        <a className="newsroom-name" href="/">
          <img src="/favicon.svg" alt="" width={28} height={28} />
          {name}
        </a>
        <p className="login-tagline">{tagline}</p>
      </header>
      <main className="login-desk">{children}</main>
    </div>
  );
}
