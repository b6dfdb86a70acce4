import { deliveryLabel } from './delivery-labels.ts';
import type { Message } from './message-queries.ts';

const CLASSES = {
  success: 'status',
  pending: 'status status-pending',
  failed: 'status status-failed',
  none: 'status status-draft',
};

export function DeliveryStatus({ delivery }: Pick<Message, 'delivery'>) {
  const { tone, text } = deliveryLabel(delivery);
  return (
    <p className={`${CLASSES[tone]} message-delivery`}>
      <span>{text}</span>
    </p>
  );
}
