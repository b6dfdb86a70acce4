import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { pathAfterLogin } from '../shell/login-paths.ts';
import { UnreachablePage } from '../shell/unreachable-page.tsx';
import { LoadingPage } from '../shell/loading-page.tsx';
import { emailText } from '../email-text.ts';
import { readPublication } from '../publication.ts';
import { useAccess } from '../session/access.ts';
import { useSession } from '../session/newsroom-session.ts';
import { RecoveryCodes } from '../second-factor/recovery-codes.tsx';
import { hasUnsavedEntries } from '../unsaved/entry-storage.ts';
import { LossGuard } from '../unsaved/loss-guard.tsx';
import { ConfirmAddress } from './confirm-address.tsx';
import { ConfirmNewAddress } from './confirm-new-address.tsx';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import type { OpenedSession } from './log-in.ts';
import { LoginForm, type UnfinishedLogIn } from './login-form.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { NoAccess } from './no-access.tsx';
import { SignUpForm } from './sign-up-form.tsx';

/** Sign-in, sign-up and password reset. Redirects signed-in accounts with a role to the newsroom. */
export function LoginPage() {
  const [params] = useSearchParams();
  const session = useSession();
  const access = useAccess();
  /** A session that starts when the user has saved the recovery codes. */
  const [enrolled, setEnrolled] = useState<OpenedSession | null>(null);
  const links = {
    reset: params.get('reset'),
    verification: params.get('verification'),
    address: params.get('address'),
  };

  // Even if another tab has started a session: the codes are not shown again.
  if (enrolled !== null)
    return (
      <LoginLayout>
        <LossGuard />
        <div className="account-form">
          <RecoveryCodes
            heading="h1"
            codes={enrolled.recoveryCodes ?? []}
            onDone={() => {
              enrolled.start();
              setEnrolled(null);
            }}
          />
        </div>
      </LoginLayout>
    );
  if (session === null || Object.values(links).some((token) => token !== null)) {
    return (
      <LoginLayout>
        <LoginForms {...links} onEnrolled={setEnrolled} />
      </LoginLayout>
    );
  }
  if (access.data === undefined) {
    return access.isError ? <UnreachablePage onRetry={() => void access.refetch()} /> : <LoadingPage />;
  }
  if (access.data.role !== null) return <Navigate replace to={pathAfterLogin(params.get('next'))} />;
  return (
    <LoginLayout>
      <NoAccess name={session.user.name} onCheck={() => void access.refetch()} />
    </LoginLayout>
  );
}

/** The account works immediately. A role also needs a confirmed address. */
const checkMailbox = () =>
  emailText(
    'To confirm your address, open the link in the email we sent you.',
    'The email with the link to confirm your address',
  );

/** Logout deletes unsaved input, so unsaved input means that the session ended without a logout. */
const SESSION_ENDED =
  'Your session has ended. Your unsaved changes are kept in this browser. Log in to continue.';

type Mode = 'login' | 'create' | 'forgot';

interface LoginFormsProps {
  /** Tokens of emailed links. */
  readonly reset: string | null;
  readonly verification: string | null;
  readonly address: string | null;
  readonly onEnrolled: (opened: OpenedSession) => void;
}

function LoginForms({ reset, verification, address: newAddress, onEnrolled }: LoginFormsProps) {
  const [, setParams] = useSearchParams();
  const [mode, setMode] = useState<Mode>('login');
  const [email, setEmail] = useState('');
  const [unfinished, setUnfinished] = useState<UnfinishedLogIn | null>(null);
  const [note, setNote] = useState<string | null>(() =>
    hasUnsavedEntries(localStorage) ? SESSION_ENDED : null,
  );

  function show(next: Mode, message: string | null = null): void {
    setNote(message);
    setUnfinished(null);
    setMode(next);
    if (reset !== null || verification !== null || newAddress !== null) setParams({}, { replace: true });
  }
  const toLogin = (message: string | null) => show('login', message);

  if (reset !== null)
    return <NewPasswordForm token={reset} onChanged={toLogin} onLogin={() => toLogin(null)} />;
  if (verification !== null)
    return (
      <ConfirmAddress
        key={verification}
        token={verification}
        onSignedIn={() => toLogin(null)}
        onConfirmed={(confirmed, next) => {
          setEmail(confirmed);
          toLogin(typeof next === 'string' ? next : null);
          if (typeof next !== 'string') setUnfinished(next);
        }}
        onForgot={() => show('forgot')}
        onLogin={() => toLogin(null)}
      />
    );
  if (newAddress !== null) return <ConfirmNewAddress token={newAddress} onDone={toLogin} />;
  const address = { email, onEmail: setEmail };
  if (mode === 'create')
    return (
      <SignUpForm
        {...address}
        onCreated={(message) => toLogin(`${message} ${checkMailbox()}`)}
        onLogin={() => toLogin(null)}
      />
    );
  if (mode === 'forgot')
    return <ForgotPasswordForm {...address} onRequested={toLogin} onLogin={() => toLogin(null)} />;
  return (
    <LoginForm
      {...address}
      unfinished={unfinished}
      note={note}
      onEnrolled={onEnrolled}
      onCreate={() => setMode('create')}
      onForgot={() => setMode('forgot')}
    />
  );
}

function LoginLayout({ children }: { readonly children: React.ReactNode }) {
  const { name, tagline, icon } = readPublication();
  return (
    <div className="login">
      <header className="login-masthead">
        <a className="newsroom-name" href="/">
          <img src={icon} alt="" width={28} height={28} />
          {name}
        </a>
        <p className="login-tagline">{tagline}</p>
      </header>
      <main className="login-main">{children}</main>
    </div>
  );
}
