import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCount } from '#ui/format-count.ts';
import { shortDateTime } from '../components/dates.ts';
import { ItemList } from '../components/item-list.tsx';
import { PagedList } from '../dashboard/paged-list.tsx';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { useSections } from '../sections/use-sections.ts';
import { reviewListQuery, type SubmittedArticle } from './review-queries.ts';

/** The articles in review, longest waiting first. */
export function ReviewPanel({ navigation }: { readonly navigation: DashboardNavigation }) {
  const submitted = useQuery(reviewListQuery(navigation.location.list.page));
  return (
    <PagedList title="To review" noun="article" query={submitted} navigation={navigation}>
      {({ articles }) => (
        <ItemList
          label="To review"
          className="open-rows review-rows"
          items={articles}
          empty="Nothing to review. Drafts that contributors and authors submit will appear here."
        >
          {(article) => <ReviewRow key={article.id} article={article} />}
        </ItemList>
      )}
    </PagedList>
  );
}

function ReviewRow({ article }: { readonly article: SubmittedArticle }) {
  const { id, title, category_slug: category, submitted_at: submittedAt } = article;
  const section = useSections().find(category)?.shortName ?? category;
  return (
    <li>
      <h3>
        <Link
          className="row-cover row-open"
          aria-describedby={`review-${id}`}
          to={`/admin/article-editor/${category}/${id}`}
        >
          <bdi>{title}</bdi>
        </Link>
      </h3>
      <p id={`review-${id}`} className="review-facts">
        {section} · <bdi>{article.created_by_name ?? article.author_name}</bdi> ·{' '}
        {formatCount(article.word_count, 'word')}
        {submittedAt !== null && (
          <>
            {' '}
            · submitted <time dateTime={submittedAt}>{shortDateTime(submittedAt)}</time>
          </>
        )}
      </p>
    </li>
  );
}
