import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import {
  ArticleActions,
  CommentsButton,
  FeaturedMark,
  PublishedOn,
  StatusMark,
  TitleOf,
} from './article-cells.tsx';
import type { ArticleRowsProps } from './article-rows.tsx';
import type { ListView } from './place.ts';

export function ArticleTable({ label, articles, list, look, onComments, onDelete }: ArticleRowsProps) {
  return (
    <table className="article-table">
      <caption className="hidden-visually">{label}</caption>
      <thead>
        <tr>
          <SortedColumn name="Title" sort="title" first="asc" list={list} look={look} />
          <th scope="col">Status</th>
          <th scope="col">Featured</th>
          <SortedColumn name="Published" sort="publish_date" first="desc" list={list} look={look} />
          <th scope="col">Comments</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {articles.map((article) => (
          <tr key={article.id}>
            <th scope="row">
              <TitleOf article={article} />
            </th>
            <td>
              <StatusMark article={article} />
            </td>
            <td>
              <FeaturedMark article={article} />
            </td>
            <td>
              <PublishedOn article={article} />
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

interface SortedColumnProps extends Pick<ArticleRowsProps, 'list' | 'look'> {
  readonly name: string;
  readonly sort: ListView['sort'];
  /** The order of the first press; the second turns it round. */
  readonly first: ListView['order'];
}

const SORTED = { asc: 'ascending', desc: 'descending' } as const;

function SortedColumn({ name, sort, first, list, look }: SortedColumnProps) {
  const isSorted = list.sort === sort;
  const turned = list.order === 'asc' ? 'desc' : 'asc';
  const Arrow = isSorted ? (list.order === 'asc' ? ArrowUp : ArrowDown) : ArrowUpDown;
  return (
    <th scope="col" aria-sort={isSorted ? SORTED[list.order] : 'none'}>
      <button
        type="button"
        className="sort-button"
        onClick={() => look({ sort, order: isSorted ? turned : first })}
      >
        {name}
        <Arrow size={14} aria-hidden="true" />
      </button>
    </th>
  );
}
