import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { pathAfterLogin } from '../frame/own-paths.ts';
import { UnreachablePage } from '../frame/unreachable-page.tsx';
import { WaitingPage } from '../frame/waiting-page.tsx';
import { readPublication } from '../publication.ts';
import { useAccess } from '../session/access.ts';
import { useSession } from '../session/newsroom-session.ts';
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
  const token = params.get('reset');

  if (session === null || token !== null) {
    return (
      <Desk>
        <Entry token={token} />
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

type Mode = 'login' | 'create' | 'forgotten';

function Entry({ token }: { readonly token: string | null }) {
  const [, setParams] = useSearchParams();
  const [mode, setMode] = useState<Mode>('login');
  const [email, setEmail] = useState('');
  const [note, setNote] = useState<string | null>(null);

  function toLogin(message: string | null): void {
    setNote(message);
    setMode('login');
    if (token !== null) setParams({}, { replace: true });
  }

  if (token !== null)
    return <NewPasswordForm token={token} onChanged={toLogin} onLogin={() => toLogin(null)} />;
  const address = { email, onEmail: setEmail };
  if (mode === 'create') return <SignUpForm {...address} onCreated={toLogin} onLogin={() => toLogin(null)} />;
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
