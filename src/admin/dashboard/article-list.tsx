import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Section } from '#domain/categories/section.ts';
import { formatCount } from '#ui/format-count.ts';
import { Notice } from '../components/notice.tsx';
import { articleListQuery, type ListedArticle } from './article-queries.ts';
import { ArticleRows } from './article-rows.tsx';
import { ArticleToolbar } from './article-toolbar.tsx';
import { ArticlesLoading } from './articles-loading.tsx';
import { BulkChanges } from './bulk/bulk-changes.tsx';
import { useSelection } from '../components/use-selection.ts';
import { CommentsDialog } from './comments-dialog.tsx';
import { DeleteArticle } from './delete-article.tsx';
import { PagedList } from './paged-list.tsx';
import { FILTERS, type ListView } from './dashboard-location.ts';
import type { DashboardNavigation } from './use-dashboard-location.ts';

interface ArticleListProps {
  readonly section: Section;
  readonly navigation: DashboardNavigation;
  readonly emptyText: string;
}

/** The open dialog. `article` stays set while the dialog closes. */
interface OpenDialog {
  readonly dialog: 'comments' | 'delete' | null;
  readonly article: ListedArticle;
}

export function ArticleList({ section, navigation, emptyText }: ArticleListProps) {
  const { list } = navigation.location;
  const articles = useQuery(articleListQuery(section.slug, list));
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<Element>(null);
  const selection = useSelection(articles.data?.articles ?? []);
  const title = `${section.shortName} articles`;
  const isEmpty = articles.data?.total === 0 && !isFiltered(list);

  function open(dialog: OpenDialog['dialog'], article: ListedArticle): void {
    opener.current = document.activeElement;
    setOpenDialog({ dialog, article });
  }

  return (
    <>
      <PagedList
        title={title}
        heading={heading}
        noun="article"
        query={articles}
        navigation={navigation}
        count={({ total }) => (isEmpty ? '' : countText(total, isFiltered(list)))}
        action={
          <Link className="button" to={`/admin/article-editor/${section.slug}`}>
            <Plus size={17} aria-hidden="true" />
            Create New
          </Link>
        }
        tools={!isEmpty && <ArticleToolbar list={list} changeList={navigation.changeList} />}
        loading={<ArticlesLoading />}
      >
        {(data) => (
          <>
            <BulkChanges
              selection={selection}
              section={section.slug}
              isTrash={list.state === 'in_trash'}
              fallbackFocus={() => heading.current}
            />
            {data.articles.length === 0 ? (
              <NoArticles list={list} navigation={navigation} emptyText={emptyText} />
            ) : (
              <ArticleRows
                label={title}
                articles={data.articles}
                selection={selection}
                list={list}
                changeList={navigation.changeList}
                onComments={(article) => open('comments', article)}
                onDelete={(article) => open('delete', article)}
              />
            )}
          </>
        )}
      </PagedList>
      {openDialog !== null && (
        <Dialogs
          openDialog={openDialog}
          onClose={() => setOpenDialog({ ...openDialog, dialog: null })}
          finalFocus={() => focusable(opener.current) ?? heading.current}
          // Its button may still be shown when the dialog closes.
          onDeleted={() => (opener.current = null)}
        />
      )}
    </>
  );
}

interface DialogsProps {
  readonly openDialog: OpenDialog;
  readonly onClose: () => void;
  readonly finalFocus: () => HTMLElement | null;
  readonly onDeleted: () => void;
}

function Dialogs({ openDialog, onDeleted, ...rest }: DialogsProps) {
  const { dialog, article } = openDialog;
  return (
    <>
      <CommentsDialog isOpen={dialog === 'comments'} article={article} {...rest} />
      <DeleteArticle isOpen={dialog === 'delete'} article={article} onDeleted={onDeleted} {...rest} />
    </>
  );
}

/** Returns null if the element was removed, as the row of a deleted article is. */
function focusable(element: Element | null): HTMLElement | null {
  return element instanceof HTMLElement && element.isConnected ? element : null;
}

function NoArticles({
  list,
  navigation,
  emptyText,
}: Pick<ArticleListProps, 'navigation' | 'emptyText'> & { readonly list: ListView }) {
  if (!isFiltered(list)) return <Notice text={emptyText} />;
  const cleared = Object.fromEntries(FILTERS.map((name) => [name, '']));
  return (
    <Notice text={emptyTextOf(list)}>
      <button
        type="button"
        className="button button-secondary"
        onClick={() => navigation.changeList(cleared)}
      >
        Clear filters
      </button>
    </Notice>
  );
}

function emptyTextOf({ search, state, author, tag }: ListView): string {
  const others = [state, author, tag].filter((value) => value !== '');
  if (search !== '' && others.length === 0) return `No articles found for “${search}”`;
  if (search === '' && state !== '' && others.length === 1) return 'No articles have this status';
  return 'No articles match these filters';
}

const isFiltered = (list: ListView) => FILTERS.some((name) => list[name] !== '');

function countText(total: number, filtered: boolean): string {
  const articles = formatCount(total, 'article');
  return filtered ? `${articles} found` : articles;
}
