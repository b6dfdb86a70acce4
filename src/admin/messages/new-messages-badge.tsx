import { useQuery } from '@tanstack/react-query';
import { TabBadge } from '../components/tab-badge.tsx';
import { messageListQuery } from './message-queries.ts';

/** The number of new messages. */
export function NewMessagesBadge() {
  const { data } = useQuery(messageListQuery('new', 1));
  return <TabBadge count={data?.counts.new ?? 0} noun="new" />;
}
