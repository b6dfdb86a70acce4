import { useQuery } from '@tanstack/react-query';
import { TabBadge } from '../parts/tab-badge.tsx';
import { commentsIn } from './moderation-queries.ts';

/** How many comments wait for a moderator. */
export function HeldBadge() {
  const { data } = useQuery(commentsIn('held', 1));
  return <TabBadge count={data?.counts.held ?? 0} what="held" />;
}
