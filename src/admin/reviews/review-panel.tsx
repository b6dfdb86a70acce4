import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ScheduledAction } from '#domain/articles/schedule/schedule.ts';
import { formatCount } from '#ui/format-count.ts';
import { shortDateTime } from '../components/dates.ts';
import { ItemList } from '../components/item-list.tsx';
import { PagedList } from '../dashboard/paged-list.tsx';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { useSections } from '../sections/use-sections.ts';
import { reviewListQuery, type SubmittedArticle } from './review-queries.ts';

/** What waits for an editor: articles whose schedule is on hold, and those in review, longest waiting first. */
export function ReviewPanel({ navigation }: { readonly navigation: DashboardNavigation }) {
  const submitted = useQuery(reviewListQuery(navigation.location.list.page));
  return (
    <PagedList title="To review" noun="article" query={submitted} navigation={navigation}>
      {({ articles }) => (
        <ItemList
          label="To review"
          className="open-rows review-rows"
          items={articles}
          empty="Nothing to review. Drafts that contributors and authors submit will appear here, and schedules that are on hold."
        >
          {(article) => <ReviewRow key={article.id} article={article} />}
        </ItemList>
      )}
    </PagedList>
  );
}

const PAUSED_TEXTS: Readonly<Record<ScheduledAction, string>> = {
  publish: 'Publication on',
  publish_changes: 'Publication of changes on',
  unpublish: 'Taking offline on',
};

function ReviewRow({ article }: { readonly article: SubmittedArticle }) {
  const { id, title, category_slug: category, submitted_at: submittedAt, paused_schedule: paused } = article;
  const section = useSections().find(category)?.shortName ?? category;
  return (
    <li>
      <h3>
        <Link
          className="row-cover row-open"
          aria-describedby={paused === null ? `review-${id}` : `review-${id} paused-${id}`}
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
      {paused !== null && (
        <p id={`paused-${id}`} className="review-paused">
          {PAUSED_TEXTS[paused.action]} <time dateTime={paused.at}>{shortDateTime(paused.at)}</time>: on hold,
          because {paused.by_name === '' ? 'the account that scheduled it' : <bdi>{paused.by_name}</bdi>} may
          not publish it any more. Open the article to schedule it again, or to cancel the schedule.
        </p>
      )}
    </li>
  );
}
