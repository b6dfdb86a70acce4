import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PageHeading } from '../components/page-heading.tsx';
import { usePageTitle } from '../components/page-title.ts';
import { useAccess } from '../session/access.ts';
import { findPageObstacle } from '../passkeys/passkey-obstacle.ts';
import { NewsroomBar } from '../shell/newsroom-bar.tsx';
import { LossGuard } from '../unsaved/loss-guard.tsx';
import { EmailForm } from './email-form.tsx';
import { NameForm } from './name-form.tsx';
import { OwnProfile } from './own-profile.tsx';
import { PasswordForm } from './password-form.tsx';
import { PasskeyPanel } from './passkey-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionList } from './session-list.tsx';
import { TokenPanel } from './token-panel.tsx';

/**
 * The own account: name, author profile, address, password, second factor, passkeys, API tokens and sessions. Rendered inside
 * `RequireRole`, which has loaded the account.
 */
export function AccountPage() {
  const access = useAccess().data;
  const account = access?.user;
  const role = access?.role ?? null;
  const hasProfile = (access?.author ?? null) !== null;
  usePageTitle('Your account');
  if (account === undefined) return null;
  return (
    <>
      <NewsroomBar />
      <LossGuard />
      <main className="container account-page">
        <Link className="link account-back" to="/admin">
          <ArrowLeft size={16} aria-hidden="true" />
          Dashboard
        </Link>
        <PageHeading>Your account</PageHeading>
        <AccountSection title="Name">
          <NameForm name={account.name} />
        </AccountSection>
        {hasProfile && (
          <AccountSection title="Author profile">
            <OwnProfile />
          </AccountSection>
        )}
        <AccountSection title="Email address">
          <EmailForm email={account.email} />
        </AccountSection>
        <AccountSection title="Password">
          <PasswordForm />
        </AccountSection>
        <AccountSection title="Second factor">
          <SecondFactorPanel />
        </AccountSection>
        {findPageObstacle() !== 'unsupported' && (
          <AccountSection title="Passkeys">
            <PasskeyPanel />
          </AccountSection>
        )}
        {role !== null && (
          <AccountSection title="API tokens">
            <TokenPanel role={role} />
          </AccountSection>
        )}
        <AccountSection title="Sessions">
          <SessionList />
        </AccountSection>
      </main>
    </>
  );
}

function AccountSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="panel" aria-label={title}>
      <div className="list-head">
        <h2>{title}</h2>
      </div>
      {children}
    </section>
  );
}
