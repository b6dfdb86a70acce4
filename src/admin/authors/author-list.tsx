import { useQuery } from '@tanstack/react-query';
import { initialsOf } from '#domain/articles/article.ts';
import { formatCount } from '#ui/format-count.ts';
import { ItemList } from '../components/item-list.tsx';
import { Notice } from '../components/notice.tsx';
import { NewItemButton } from '../components/new-item-button.tsx';
import { PagedList } from '../dashboard/paged-list.tsx';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { AuthorSearch } from './author-search.tsx';
import { type Author, authorListQuery } from './author-queries.ts';

interface AuthorListProps {
  readonly navigation: DashboardNavigation;
  readonly onCreate: () => void;
  readonly onOpen: (id: string) => void;
}

/** The authors by name, with search. */
export function AuthorList({ navigation, onCreate, onOpen }: AuthorListProps) {
  const { page, search } = navigation.location.list;
  const found = useQuery(authorListQuery({ search, page }));
  return (
    <PagedList
      title="Authors"
      noun="author"
      query={found}
      navigation={navigation}
      action={<NewItemButton label="New author" isSmall onClick={onCreate} />}
      tools={<AuthorSearch navigation={navigation} />}
    >
      {({ authors }) => (
        <ItemList className="open-rows author-rows" items={authors} empty={<NoAuthors search={search} />}>
          {(author) => (
            <li key={author.id}>
              <AuthorRow author={author} onOpen={onOpen} />
            </li>
          )}
        </ItemList>
      )}
    </PagedList>
  );
}

function NoAuthors({ search }: { readonly search: string }) {
  if (search !== '') return <Notice text={`No authors found for “${search}”`} />;
  return (
    <Notice text="No authors yet">
      <p className="text-sm text-muted">
        An author has a page with picture, biography and articles. Names without a profile need none.
      </p>
    </Notice>
  );
}

function AuthorRow({ author, onOpen }: { readonly author: Author; readonly onOpen: (id: string) => void }) {
  return (
    <>
      <span className="avatar avatar-small" aria-hidden="true">
        {author.picture === '' ? initialsOf(author.name) : <img src={author.picture} alt="" loading="lazy" />}
      </span>
      <div>
        <button type="button" className="row-cover row-open" onClick={() => onOpen(author.id)}>
          <bdi>{author.name}</bdi>
        </button>
        <p className="text-xs text-muted wrap-anywhere">
          /author/{author.slug} · {formatCount(author.article_count, 'article')}
        </p>
      </div>
    </>
  );
}
