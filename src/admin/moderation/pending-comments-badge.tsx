import { useQuery } from '@tanstack/react-query';
import { TabBadge } from '../components/tab-badge.tsx';
import { moderationListQuery } from './moderation-queries.ts';

/** The number of comments that await moderation. */
export function PendingCommentsBadge() {
  const { data } = useQuery(moderationListQuery('held', 1));
  return <TabBadge count={data?.counts.held ?? 0} noun="pending" />;
}
