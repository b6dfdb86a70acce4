import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Section } from '#domain/categories/section.ts';
import { counted } from '#ui/counted.ts';
import { Notice } from '../parts/notice.tsx';
import { articlesOf, type ListedArticle } from './article-queries.ts';
import { ArticleRows } from './article-rows.tsx';
import { ArticleToolbar } from './article-toolbar.tsx';
import { ArticlesLoading } from './articles-loading.tsx';
import { CommentsDialog } from './comments-dialog.tsx';
import { DeleteArticle } from './delete-article.tsx';
import { PagedList } from './paged-list.tsx';
import { type ListView, WHOLE_LIST } from './place.ts';
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
  const title = `${section.names.badge} articles`;
  const isEmpty = articles.data?.total === 0 && !isFiltered(list);

  function open(dialog: Opened['dialog'], article: ListedArticle): void {
    opener.current = document.activeElement;
    setOpened({ dialog, article });
  }

  return (
    <>
      <PagedList
        title={title}
        heading={heading}
        what="articles"
        query={articles}
        control={control}
        count={({ total }) => (isEmpty ? '' : found(total, isFiltered(list)))}
        action={
          <Link className="button" to={`/admin/article-editor/${section.slug}`}>
            <Plus size={17} aria-hidden="true" />
            Create New
          </Link>
        }
        tools={!isEmpty && <ArticleToolbar list={list} look={control.look} />}
        loading={<ArticlesLoading />}
      >
        {(shown) =>
          shown.articles.length === 0 ? (
            <NoArticles list={list} control={control} emptyText={emptyText} />
          ) : (
            <ArticleRows
              label={title}
              articles={shown.articles}
              list={list}
              look={control.look}
              onComments={(article) => open('comments', article)}
              onDelete={(article) => open('delete', article)}
            />
          )
        }
      </PagedList>
      {opened !== null && (
        <Dialogs
          opened={opened}
          onClose={() => setOpened({ ...opened, dialog: null })}
          finalFocus={() => focusable(opener.current) ?? heading.current}
        />
      )}
    </>
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

function found(total: number, filtered: boolean): string {
  const articles = counted(total, 'article');
  return filtered ? `${articles} found` : articles;
}
