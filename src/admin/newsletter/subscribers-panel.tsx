import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { GrowthChart } from '../components/growth-chart.tsx';
import { Panel } from '../components/panel.tsx';
import type { Overview } from './newsletter-queries.ts';
import { SUBSCRIBER_STATE_LABELS } from './subscriber-state-labels.ts';
import { SubscriberList } from './subscriber-list.tsx';
import { SubscriberTransfer } from './subscriber-transfer.tsx';

interface SubscribersPanelProps {
  readonly overview: Overview;
  readonly navigation: DashboardNavigation;
}

/** The subscriber counts, growth, list, import and export. */
export function SubscribersPanel({ overview: { subscribers, growth }, navigation }: SubscribersPanelProps) {
  return (
    <>
      <Panel
        titleId="growth-title"
        title={
          subscribers.confirmed === 1
            ? 'One subscriber'
            : `${subscribers.confirmed.toLocaleString('en-US')} subscribers`
        }
      >
        <ul className="delivery-counts">
          {(['pending', 'unsubscribed', 'suspended', 'blocked'] as const).map((state) => (
            <li key={state}>
              <strong>{subscribers[state].toLocaleString('en-US')}</strong>{' '}
              {SUBSCRIBER_STATE_LABELS[state].toLowerCase()}
            </li>
          ))}
        </ul>
        {growth.some(({ total, joined, left }) => total + joined + left > 0) && (
          <GrowthChart unit="week" growth={growth.map(({ week, ...step }) => ({ start: week, ...step }))} />
        )}
      </Panel>
      <SubscriberList navigation={navigation} />
      <SubscriberTransfer />
    </>
  );
}
