import type { PlaceControl } from '../dashboard/use-place.ts';
import { GrowthChart } from './growth-chart.tsx';
import type { Overview } from './newsletter-queries.ts';
import { STATE_WORDS } from './subscriber-words.ts';
import { SubscriberList } from './subscriber-list.tsx';
import { SubscriberTransfer } from './subscriber-transfer.tsx';

interface SubscribersDeskProps {
  readonly overview: Overview;
  readonly control: PlaceControl;
}

/** Who gets the newsletter: how many, how it has grown, each of them, and lists in and out. */
export function SubscribersDesk({ overview: { subscribers, growth }, control }: SubscribersDeskProps) {
  return (
    <>
      <section className="desk-card" aria-labelledby="growth-title">
        <div className="list-head">
          <h2 id="growth-title">
            {subscribers.confirmed === 1
              ? 'One subscriber'
              : `${subscribers.confirmed.toLocaleString('en-US')} subscribers`}
          </h2>
        </div>
        <ul className="copy-counts">
          {(['pending', 'unsubscribed', 'suspended', 'blocked'] as const).map((state) => (
            <li key={state}>
              <strong>{subscribers[state].toLocaleString('en-US')}</strong> {STATE_WORDS[state].toLowerCase()}
            </li>
          ))}
        </ul>
        <GrowthChart growth={growth} />
      </section>
      <SubscriberList control={control} />
      <SubscriberTransfer />
    </>
  );
}
