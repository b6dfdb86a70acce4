import { DELIVERY_STATES, type DeliveryState } from '#domain/newsletter/delivery.ts';
import type { Issue } from './newsletter-queries.ts';

export const DELIVERY_STATE_LABELS: Readonly<Record<DeliveryState, string>> = {
  queued: 'waiting',
  handed_over: 'sending',
  accepted: 'accepted',
  refused: 'refused',
  unknown: 'unconfirmed',
  skipped: 'skipped',
};

/** The number of deliveries in each state, without zeros. */
export function DeliveryCounts({ copies }: Pick<Issue, 'copies'>) {
  const states = DELIVERY_STATES.filter((state) => copies[state] > 0);
  if (states.length === 0) return <p className="text-muted">No recipients</p>;
  return (
    <ul className="delivery-counts">
      {states.map((state) => (
        <li key={state} data-state={state}>
          <strong>{copies[state].toLocaleString('en-US')}</strong> {DELIVERY_STATE_LABELS[state]}
        </li>
      ))}
    </ul>
  );
}
