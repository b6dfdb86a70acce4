import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Section } from '#domain/categories/section.ts';
import { LoadFailure } from '../parts/load-failure.tsx';
import { Notice } from '../parts/notice.tsx';
import { Pagination } from '../parts/pagination.tsx';
import { articlesOf, type ListedArticle } from './article-queries.ts';
import { ArticleRows } from './article-rows.tsx';
import { ArticleToolbar } from './article-toolbar.tsx';
import { ArticlesLoading } from './articles-loading.tsx';
import { CommentsDialog } from './comments-dialog.tsx';
import { DeleteArticle } from './delete-article.tsx';
import { type ListView, WHOLE_LIST } from './place.ts';
import { usePageWithin } from './use-page-within.ts';
import type { PlaceControl } from './use-place.ts';

interface ArticleListProps {
  readonly section: Section;
  readonly control: PlaceControl;
  readonly emptyText: string;
}

/** What is open over the list. Its article stays while it closes. */
interface Opened {
  readonly dialog: 'comments' | 'delete' | null;
  readonly article: ListedArticle;
}

export function ArticleList({ section, control, emptyText }: ArticleListProps) {
  const { list } = control.place;
  const articles = useQuery(articlesOf(section.slug, list));
  const [opened, setOpened] = useState<Opened | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<Element>(null);
  const { data } = articles;
  const isEmpty = data?.total === 0 && !isFiltered(list);
  usePageWithin(data, control);

  function open(dialog: Opened['dialog'], article: ListedArticle): void {
    opener.current = document.activeElement;
    setOpened({ dialog, article });
  }

  return (
    <section className="desk-card" aria-labelledby="list-title" aria-busy={articles.isPlaceholderData}>
      <div className="list-head">
        <div>
          <h2 id="list-title" ref={heading} tabIndex={-1}>
            {section.names.badge} articles
          </h2>
          <p role="status" className="list-count">
            {data === undefined || isEmpty ? '' : counted(data.total, isFiltered(list))}
          </p>
        </div>
        <Link className="button" to={`/admin/article-editor/${section.slug}`}>
          <Plus size={17} aria-hidden="true" />
          Create New
        </Link>
      </div>
      {!isEmpty && <ArticleToolbar list={list} look={control.look} />}
      {data === undefined ? (
        articles.isError ? (
          <LoadFailure text="Failed to load articles" onRetry={articles.refetch} />
        ) : (
          <ArticlesLoading />
        )
      ) : data.articles.length === 0 ? (
        <NoArticles list={list} control={control} emptyText={emptyText} />
      ) : (
        <ArticleRows
          label={`${section.names.badge} articles`}
          articles={data.articles}
          list={list}
          look={control.look}
          onComments={(article) => open('comments', article)}
          onDelete={(article) => open('delete', article)}
        />
      )}
      {data !== undefined && (
        <Pagination
          label="Pages of articles"
          page={data.page}
          pageCount={data.page_count}
          onPage={(page) => {
            control.look({ page });
            heading.current?.focus();
          }}
        />
      )}
      {opened !== null && (
        <Dialogs
          opened={opened}
          onClose={() => setOpened({ ...opened, dialog: null })}
          finalFocus={() => focusable(opener.current) ?? heading.current}
        />
      )}
    </section>
  );
}

interface DialogsProps {
  readonly opened: Opened;
  readonly onClose: () => void;
  readonly finalFocus: () => HTMLElement | null;
}

function Dialogs({ opened, ...rest }: DialogsProps) {
  const { dialog, article } = opened;
  return (
    <>
      <CommentsDialog isOpen={dialog === 'comments'} article={article} {...rest} />
      <DeleteArticle isOpen={dialog === 'delete'} article={article} {...rest} />
    </>
  );
}

/** Null for what is gone, as the row of a deleted article is. */
function focusable(element: Element | null): HTMLElement | null {
  return element instanceof HTMLElement && element.isConnected ? element : null;
}

function NoArticles({
  list,
  control,
  emptyText,
}: Pick<ArticleListProps, 'control' | 'emptyText'> & { readonly list: ListView }) {
  if (!isFiltered(list)) return <Notice text={emptyText} />;
  return (
    <Notice text={list.search === '' ? 'No article has this status' : `Nothing found for “${list.search}”`}>
      <button
        type="button"
        className="button button-quiet"
        onClick={() => control.look({ search: WHOLE_LIST.search, status: WHOLE_LIST.status })}
      >
        Show all articles
      </button>
    </Notice>
  );
}

function isFiltered({ search, status }: ListView): boolean {
  return search !== '' || status !== '';
}

function counted(total: number, filtered: boolean): string {
  const articles = total === 1 ? '1 article' : `${total.toLocaleString('en-US')} articles`;
  return filtered ? `${articles} found` : articles;
}
