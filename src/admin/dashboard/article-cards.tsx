import {
  ArticleActions,
  CommentsButton,
  FeaturedMark,
  PublishedOn,
  StatusMark,
  TitleOf,
} from './article-cells.tsx';
import type { ArticleRowsProps } from './article-rows.tsx';

/** The same as the table, for a phone. */
export function ArticleCards({ label, articles, onComments, onDelete }: ArticleRowsProps) {
  return (
    <ul className="article-cards" aria-label={label}>
      {articles.map((article) => (
        <li key={article.id}>
          <h3>
            <TitleOf article={article} />
          </h3>
          <p className="article-card-facts">
            <StatusMark article={article} />
            {article.featured && <FeaturedMark article={article} />}
            {article.publish_date !== null && <PublishedOn article={article} />}
          </p>
          <div className="article-card-actions">
            <CommentsButton article={article} onOpen={onComments} />
            <ArticleActions article={article} onDelete={onDelete} />
          </div>
        </li>
      ))}
    </ul>
  );
}
