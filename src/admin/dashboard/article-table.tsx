import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { StateBadge } from '../components/state-badge.tsx';
import {
  ArticleActions,
  CommentsButton,
  FeaturedBadge,
  PublishedDate,
  ArticleTitle,
  titleId,
} from './article-cells.tsx';
import type { ArticleRowsProps } from './article-rows.tsx';
import { PageCheckbox, RowCheckbox } from '../components/selection-checkbox.tsx';
import type { ListView } from './dashboard-location.ts';

export function ArticleTable(props: ArticleRowsProps) {
  const { label, articles, selection, list, changeList, onComments, onDelete } = props;
  return (
    <table className="article-table">
      <caption className="visually-hidden">{label}</caption>
      <thead>
        <tr>
          <td>
            <PageCheckbox selection={selection} />
          </td>
          <SortedColumn name="Title" sort="title" initialOrder="asc" list={list} changeList={changeList} />
          <th scope="col">Status</th>
          <th scope="col">Featured</th>
          <SortedColumn
            name="Published"
            sort="publish_date"
            initialOrder="desc"
            list={list}
            changeList={changeList}
          />
          <th scope="col">Comments</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {articles.map((article) => (
          <tr key={article.id}>
            <td>
              <RowCheckbox item={article} selection={selection} describedBy={titleId(article)} />
            </td>
            <th scope="row">
              <ArticleTitle article={article} />
            </th>
            <td>
              <StateBadge state={article.state} isReturned={article.returned_at !== null} />
            </td>
            <td>
              <FeaturedBadge article={article} />
            </td>
            <td>
              <PublishedDate article={article} />
            </td>
            <td>
              <CommentsButton article={article} onOpen={onComments} />
            </td>
            <td>
              <ArticleActions article={article} onDelete={onDelete} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SortedColumnProps extends Pick<ArticleRowsProps, 'list' | 'changeList'> {
  readonly name: string;
  readonly sort: ListView['sort'];
  /** The order after the first click. Further clicks reverse it. */
  readonly initialOrder: ListView['order'];
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

function SortedColumn({ name, sort, initialOrder, list, changeList }: SortedColumnProps) {
  const isSorted = list.sort === sort;
  const reversed = list.order === 'asc' ? 'desc' : 'asc';
  const Arrow = isSorted ? (list.order === 'asc' ? ArrowUp : ArrowDown) : ArrowUpDown;
  return (
    <th scope="col" aria-sort={isSorted ? ARIA_SORT[list.order] : 'none'}>
      <button
        type="button"
        className="sort-button"
        onClick={() => changeList({ sort, order: isSorted ? reversed : initialOrder })}
      >
        {name}
        <Arrow size={14} aria-hidden="true" />
      </button>
    </th>
  );
}
