import { StateBadge } from '../components/state-badge.tsx';
import {
  ArticleActions,
  CommentsButton,
  FeaturedBadge,
  PublishedDate,
  ArticleTitle,
  titleId,
} from './article-cells.tsx';
import { PageCheckbox, RowCheckbox } from '../components/selection-checkbox.tsx';
import type { ArticleRowsProps } from './article-rows.tsx';

/** The articles as cards, for narrow viewports. */
export function ArticleCards({ label, articles, selection, onComments, onDelete }: ArticleRowsProps) {
  return (
    <>
      <PageCheckbox selection={selection} label="Select all on this page" />
      <ul className="article-cards" aria-label={label}>
        {articles.map((article) => (
          <li key={article.id}>
            <div className="article-card-head">
              <RowCheckbox item={article} selection={selection} describedBy={titleId(article)} />
              <h3>
                <ArticleTitle article={article} />
              </h3>
            </div>
            <p className="article-card-facts">
              <StateBadge state={article.state} isReturned={article.returned_at !== null} />
              {article.featured && <FeaturedBadge article={article} />}
              {(article.publish_date ?? article.scheduled_at) !== null && <PublishedDate article={article} />}
            </p>
            <div className="article-card-actions">
              <CommentsButton article={article} onOpen={onComments} />
              <ArticleActions article={article} onDelete={onDelete} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
