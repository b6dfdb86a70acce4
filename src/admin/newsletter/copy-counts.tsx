import { DELIVERY_STATES, type DeliveryState } from '#domain/newsletter/delivery.ts';
import type { Issue } from './newsletter-queries.ts';

/** What each state is called. */
export const COPY_WORDS: Readonly<Record<DeliveryState, string>> = {
  queued: 'waiting',
  handed_over: 'under way',
  accepted: 'accepted',
  refused: 'refused',
  unknown: 'in doubt',
  skipped: 'skipped',
};

/** Copies by what became of them; nothing is said of what there is none of. */
export function CopyCounts({ copies }: Pick<Issue, 'copies'>) {
  const shown = DELIVERY_STATES.filter((state) => copies[state] > 0);
  if (shown.length === 0) return <p className="text-muted">No recipients</p>;
  return (
    <ul className="copy-counts">
      {shown.map((state) => (
        <li key={state} data-state={state}>
          <strong>{copies[state].toLocaleString('en-US')}</strong> {COPY_WORDS[state]}
        </li>
      ))}
    </ul>
  );
}
