import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { initialsOf } from '#domain/articles/article.ts';
import { formatCount } from '#ui/format-count.ts';
import { Notice } from '../components/notice.tsx';
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
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <PagedList
      title="Authors"
      heading={heading}
      noun="authors"
      query={found}
      navigation={navigation}
      count={({ total }) => (total === 0 ? '' : formatCount(total, 'author'))}
      action={
        <button type="button" className="button button-small" onClick={onCreate}>
          <Plus size={16} aria-hidden="true" />
          New author
        </button>
      }
      tools={<AuthorSearch navigation={navigation} />}
    >
      {({ authors }) =>
        authors.length === 0 ? (
          <Notice text={search === '' ? 'No authors yet' : `No authors found for “${search}”`}>
            {search === '' && (
              <p className="text-sm text-muted">
                An author has a page with picture, biography and articles. Names without a profile need none.
              </p>
            )}
          </Notice>
        ) : (
          <ul className="open-rows author-rows">
            {authors.map((author) => (
              <li key={author.id}>
                <AuthorRow author={author} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        )
      }
    </PagedList>
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
