import { useQuery } from '@tanstack/react-query';
import { TabBadge } from '../parts/tab-badge.tsx';
import { messagesIn } from './message-queries.ts';

/** How many messages nobody has looked at. */
export function NewBadge() {
  const { data } = useQuery(messagesIn('new', 1));
  return <TabBadge count={data?.counts.new ?? 0} what="new" />;
}
