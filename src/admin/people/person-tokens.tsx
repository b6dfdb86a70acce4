import { useQuery } from '@tanstack/react-query';
import { parseResponse, api } from '../api-client.ts';
import { useCommand } from '../api/use-command.ts';
import { type ApiToken, TokenRows } from '../api-tokens/token-rows.tsx';
import { LoadFailure } from '../components/load-failure.tsx';
import { Spinner } from '../components/spinner.tsx';
import { PERSON_TOKENS_KEY, personTokensQuery } from './people-queries.ts';

/** The API tokens of a person, which administrators can revoke. */
export function PersonTokens({ personId }: { readonly personId: string }) {
  const tokens = useQuery(personTokensQuery(personId));
  const revoking = useCommand<ApiToken>(
    {
      run: ({ id }) =>
        parseResponse(
          api.newsroom.people[':id']['api-tokens'][':token'].$delete({ param: { id: personId, token: id } }),
        ),
      done: 'API token revoked',
      failed: 'Failed to revoke the token',
    },
    { queryKey: PERSON_TOKENS_KEY },
  );
  return (
    <section className="person-tokens" aria-label="API tokens of this person">
      <h3>API tokens</h3>
      {tokens.data === undefined ? (
        tokens.isError ? (
          <LoadFailure text="The API tokens could not be loaded." onRetry={() => tokens.refetch()} />
        ) : (
          <Spinner label="Loading API tokens…" />
        )
      ) : (
        <TokenRows
          tokens={tokens.data}
          isBusy={revoking.isPending}
          onRevoke={(token, close) => revoking.mutate(token, { onSettled: close })}
        />
      )}
    </section>
  );
}
