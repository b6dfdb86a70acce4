import { deliveryWords } from './delivery.ts';
import type { Message } from './message-queries.ts';

const CLASSES = {
  well: 'status',
  waiting: 'status status-held',
  failed: 'status status-failed',
  none: 'status status-draft',
};

export function DeliveryMark({ delivery }: Pick<Message, 'delivery'>) {
  const { tone, text } = deliveryWords(delivery);
  return (
    <p className={`${CLASSES[tone]} message-delivery`}>
      <span>{text}</span>
    </p>
  );
}
