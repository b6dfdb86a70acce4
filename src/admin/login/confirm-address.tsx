import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { parseResponse, anonymousApi } from '../api-client.ts';
import { LoadFailure } from '../components/load-failure.tsx';
import { usePageTitle } from '../components/page-title.ts';
import { Spinner } from '../components/spinner.tsx';
import { ConfirmForm, type ConfirmFormProps } from './confirm-form.tsx';
import { formErrorFrom } from './form-error.ts';
import { ExpiredLink } from './expired-link.tsx';

interface ConfirmAddressProps extends Pick<
  ConfirmFormProps,
  'token' | 'onSignedIn' | 'onConfirmed' | 'onLogin'
> {
  /** Opens the form that requests a new link. */
  readonly onForgot: () => void;
}

/** The page for the link in a confirmation email or an invitation. Opening the link changes nothing. */
export function ConfirmAddress(props: ConfirmAddressProps) {
  const { token, onSignedIn, onConfirmed, onForgot, onLogin } = props;
  const [isUsed, setUsed] = useState(false);
  // A mutation instead of a query: confirming can end the session, which clears the query cache. A query would then
  // look up the used link again.
  const {
    mutate: lookUp,
    data,
    error,
  } = useMutation({
    mutationFn: () => parseResponse(anonymousApi['email-verifications'].lookup.$post({ json: { token } })),
  });
  useEffect(() => lookUp(), [lookUp]);

  if (isUsed || isExpired(error)) return <ExpiredLink onForgot={onForgot} onLogin={onLogin} />;
  if (data !== undefined)
    return (
      <ConfirmForm
        token={token}
        account={data}
        onSignedIn={onSignedIn}
        onConfirmed={onConfirmed}
        onExpired={() => setUsed(true)}
        onLogin={onLogin}
      />
    );
  return (
    <Page>
      {error === null ? (
        <Spinner label="Checking the link…" />
      ) : (
        <LoadFailure text={formErrorFrom(error).message} onRetry={lookUp} />
      )}
    </Page>
  );
}

function Page({ children }: { readonly children: ReactNode }) {
  usePageTitle('Confirm your address');
  return (
    <div className="account-form">
      <h1>Confirm your address</h1>
      {children}
    </div>
  );
}

/** A link that was damaged while it was copied (`unprocessable`) is treated like an expired one. */
function isExpired(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'gone' || error.code === 'unprocessable');
}
