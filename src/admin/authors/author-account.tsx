import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { api, parseResponse } from '../api-client.ts';
import { SelectField } from '../components/field.tsx';
import { LoadFailure } from '../components/load-failure.tsx';
import { SearchForm } from '../components/search-form.tsx';
import { Spinner } from '../components/spinner.tsx';
import { toastFailure, toastSuccess } from '../components/toast.tsx';
import { ACCESS_QUERY_KEY } from '../session/access.ts';
import { accountChoicesQuery, type Author, AUTHORS_KEY, setAuthor } from './author-queries.ts';

/** From this number on there may be more accounts than one response has. */
const SEARCHED_FROM = 20;

/** The account of an author, whose owner may edit the profile: shows, links and unlinks it. */
export function AuthorAccount({ author }: { readonly author: Author }) {
  const titleId = useId();
  const queries = useQueryClient();
  const linking = useMutation({
    mutationFn: (account: string | null) =>
      parseResponse(
        api.newsroom.authors[':id'].account.$put({ param: { id: author.id }, json: { account } }),
      ),
    async onSuccess(saved) {
      toastSuccess(saved.account === null ? 'Link removed' : 'Account linked');
      await setAuthor(queries, saved);
    },
    onError: (error) =>
      toastFailure('Failed to change the account', error instanceof ApiError ? error.message : undefined),
    onSettled() {
      void queries.invalidateQueries({ queryKey: [...AUTHORS_KEY, 'accounts'] });
      void queries.invalidateQueries({ queryKey: ACCESS_QUERY_KEY });
    },
  });
  return (
    <section className="author-account" aria-labelledby={titleId}>
      <h3 id={titleId}>Account</h3>
      {author.account === null ? (
        <LinkForm isBusy={linking.isPending} onLink={linking.mutate} />
      ) : (
        <>
          <p>
            Linked to <bdi>{author.account.name}</bdi>, who may edit biography, picture and links. New
            articles of this account have this author by default.
          </p>
          <button
            type="button"
            className="button button-secondary justify-self-start"
            disabled={linking.isPending}
            onClick={() => linking.mutate(null)}
          >
            {linking.isPending ? 'Removing...' : 'Remove link'}
          </button>
        </>
      )}
    </section>
  );
}

interface LinkFormProps {
  readonly isBusy: boolean;
  readonly onLink: (account: string) => void;
}

function LinkForm({ isBusy, onLink }: LinkFormProps) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState('');
  const [isSearched, setSearched] = useState(false);
  const { data, isError, refetch } = useQuery(accountChoicesQuery(search));
  if (data === undefined)
    return isError ? (
      <LoadFailure text="Failed to load accounts" onRetry={refetch} />
    ) : (
      <Spinner label="Loading accounts..." />
    );
  const { accounts } = data;
  const account = accounts.find(({ id }) => id === chosen);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (account !== undefined && !isBusy) onLink(account.id);
  }
  return (
    <>
      <p>The owner of a linked account may edit biography, picture and links.</p>
      {(isSearched || accounts.length >= SEARCHED_FROM) && (
        <SearchForm
          label="Search accounts"
          search={search}
          onSearch={(next) => {
            setSearch(next);
            setSearched(true);
          }}
        />
      )}
      {accounts.length === 0 ? (
        <p className="text-sm text-muted">No account without a profile.</p>
      ) : (
        <form className="author-account" onSubmit={submit}>
          <SelectField
            label="Account"
            value={account?.id ?? ''}
            options={[
              { value: '', label: 'None' },
              ...accounts.map(({ id, name, email }) => ({ value: id, label: `${name} · ${email}` })),
            ]}
            onChange={setChosen}
          />
          <button
            type="submit"
            className="button button-secondary justify-self-start"
            disabled={isBusy || account === undefined}
          >
            {isBusy ? 'Linking...' : 'Link account'}
          </button>
        </form>
      )}
    </>
  );
}
