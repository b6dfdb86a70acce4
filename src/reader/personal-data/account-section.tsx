import { authorPath } from '#domain/articles/authors/author.ts';
import type { AccountData } from '#domain/personal-data/queries.server.ts';
import { PublishDate } from '../components/date.tsx';
import { TitledSection } from '../components/titled-section.tsx';
import type { PersonalDataProps } from './personal-data-page.tsx';

/** Accounts cannot be deleted here: the account may be the only one that can publish. */
export function AccountSection({ account, timeZone }: PersonalDataProps & { readonly account: AccountData }) {
  const { name, emailVerified, createdAt, author } = account;
  return (
    <TitledSection name="account" title="Account">
      <p className="mt-3">
        There is an account with this address, created <PublishDate date={createdAt} timeZone={timeZone} />{' '}
        under the name {name}
        {emailVerified ? '' : ' and never confirmed'}. It cannot be deleted here; please{' '}
        <a className="link" href="/contact">
          write to us
        </a>{' '}
        to have it deleted.
      </p>
      {author !== null && (
        <p className="mt-3">
          The public profile of{' '}
          <a className="link" href={authorPath(author.slug)}>
            {author.name}
          </a>{' '}
          belongs to this account. It stays when the account is deleted.
        </p>
      )}
    </TitledSection>
  );
}
