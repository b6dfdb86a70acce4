import { useQuery } from '@tanstack/react-query';
import { authorPath } from '#domain/articles/authors/author.ts';
import { AuthorForm } from '../authors/author-form.tsx';
import { ownAuthorQuery } from '../authors/author-queries.ts';
import { LoadFailure } from '../components/load-failure.tsx';
import { Spinner } from '../components/spinner.tsx';

/** The profile of the account as an author: biography, picture and links. */
export function OwnProfile() {
  const { data, isError, refetch } = useQuery(ownAuthorQuery());
  if (data === undefined)
    return isError ? (
      <LoadFailure text="Failed to load your profile" onRetry={refetch} />
    ) : (
      <Spinner label="Loading your profile..." />
    );
  return (
    <>
      <p className="account-profile">
        Readers see it as <bdi>{data.name}</bdi> at{' '}
        <a className="link wrap-anywhere" href={authorPath(data.slug)}>
          {authorPath(data.slug)}
        </a>
        . An editor can change the name.
      </p>
      <AuthorForm author={data} isOwn />
    </>
  );
}
