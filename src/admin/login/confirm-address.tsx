import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { answerOf, openApi } from '../api-client.ts';
import { LoadFailure } from '../parts/load-failure.tsx';
import { usePageTitle } from '../parts/page-title.ts';
import { Spinner } from '../parts/spinner.tsx';
import { ConfirmForm, type ConfirmFormProps } from './confirm-form.tsx';
import { complaintOf } from './entries.ts';
import { ExpiredLink } from './expired-link.tsx';

interface ConfirmAddressProps extends Pick<ConfirmFormProps, 'token' | 'onConfirmed' | 'onLogin'> {
  /** Leads to where a new link is asked for. */
  readonly onForgot: () => void;
}

/** The screen behind the link of a confirmation email or an invitation. Opening the link changes nothing. */
export function ConfirmAddress({ token, onConfirmed, onForgot, onLogin }: ConfirmAddressProps) {
  const [isUsed, setUsed] = useState(false);
  // No query: confirming may end the session here, which empties the cache and would look the used link up again.
  const {
    mutate: lookUp,
    data,
    error,
  } = useMutation({
    mutationFn: () => answerOf(openApi['email-verifications'].lookup.$post({ json: { token } })),
  });
  useEffect(() => lookUp(), [lookUp]);

  if (isUsed || isExpired(error)) return <ExpiredLink onForgot={onForgot} onLogin={onLogin} />;
  if (data !== undefined)
    return (
      <ConfirmForm
        token={token}
        account={data}
        onConfirmed={onConfirmed}
        onExpired={() => setUsed(true)}
        onLogin={onLogin}
      />
    );
  return (
    <Frame>
      {error === null ? (
        <Spinner label="Checking the link…" />
      ) : (
        <LoadFailure text={complaintOf(error).message} onRetry={lookUp} />
      )}
    </Frame>
  );
}

function Frame({ children }: { readonly children: ReactNode }) {
  usePageTitle('Confirm your address');
  return (
    <div className="entry-form">
      <h1>Confirm your address</h1>
      {children}
    </div>
  );
}

/** A link that was cut or glued together with other text while it was copied is none either. */
function isExpired(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'gone' || error.code === 'unprocessable');
}
