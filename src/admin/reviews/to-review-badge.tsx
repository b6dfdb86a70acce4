import { useQuery } from '@tanstack/react-query';
import { TabBadge } from '../components/tab-badge.tsx';
import { reviewListQuery } from './review-queries.ts';

/** The number of articles in review. */
export function ToReviewBadge() {
  const { data } = useQuery(reviewListQuery(1));
  return <TabBadge count={data?.total ?? 0} noun="waiting" />;
}
