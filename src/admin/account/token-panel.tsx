import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Role } from '#domain/accounts/permissions.ts';
import { TokenRows } from '../api-tokens/token-rows.tsx';
import { LoadFailure } from '../components/load-failure.tsx';
import { Spinner } from '../components/spinner.tsx';
import { CreateToken } from './create-token.tsx';
import { NewToken } from './new-token.tsx';
import { ownTokensQuery, TOKENS_KEY, useRevokeToken } from './own-tokens.ts';
import { secondFactorQuery } from './second-factor-queries.ts';

/** The API tokens of the account. A new one stays visible until the user has copied it. */
export function TokenPanel({ role }: { readonly role: Role }) {
  const queries = useQueryClient();
  const tokens = useQuery(ownTokensQuery());
  const status = useQuery(secondFactorQuery());
  const revoking = useRevokeToken();
  const [created, setCreated] = useState<string | null>(null);
  const [isCreating, setCreating] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  if (created !== null)
    return (
      <NewToken
        token={created}
        onDone={() => {
          setCreated(null);
          requestAnimationFrame(() => opener.current?.focus());
        }}
      />
    );
  if (tokens.data === undefined || status.data === undefined) {
    if (!tokens.isError && !status.isError) return <Spinner label="Loading API tokens…" />;
    const retry = () => Promise.all([tokens.refetch(), status.refetch()]);
    return <LoadFailure text="The API tokens could not be loaded." onRetry={retry} />;
  }
  return (
    <>
      <p className="settings-note">
        A program sends a token in place of your password. It may do what you choose here, as long as your
        role allows it. The{' '}
        <a className="link" href="/api">
          API documentation
        </a>{' '}
        names what each operation needs.
      </p>
      <TokenRows
        tokens={tokens.data}
        isBusy={revoking.isPending}
        onRevoke={({ id }, close) => revoking.mutate(id, { onSettled: close })}
      />
      {isCreating ? (
        <CreateToken
          role={role}
          status={status.data}
          onCreated={(token) => {
            setCreating(false);
            setCreated(token);
            void queries.invalidateQueries({ queryKey: TOKENS_KEY });
          }}
          onCancel={() => {
            setCreating(false);
            requestAnimationFrame(() => opener.current?.focus());
          }}
        />
      ) : (
        <button
          ref={opener}
          type="button"
          className="button button-secondary"
          onClick={() => setCreating(true)}
        >
          New API token
        </button>
      )}
    </>
  );
}
