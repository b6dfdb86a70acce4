import type { ReactNode } from 'react';
import type { SubscriptionData } from '#domain/newsletter/subscription-by-email.server.ts';
import type { SubscriberState } from '#domain/newsletter/subscriber.ts';
import { Amount } from '../components/amount.tsx';
import { PublishDate } from '../components/date.tsx';
import { TitledSection } from '../components/titled-section.tsx';
import type { PersonalDataProps } from './personal-data-page.tsx';
import { personalDataPath } from './personal-data-paths.ts';

const STATES: Readonly<Record<SubscriberState, string>> = {
  pending: 'not confirmed',
  confirmed: 'subscribed',
  unsubscribed: 'unsubscribed',
  suspended: 'paused, because your mail server refused our emails',
  blocked: 'blocked: we never email it',
};

const CAN_UNSUBSCRIBE: ReadonlySet<SubscriberState> = new Set(['pending', 'confirmed', 'suspended']);

export function NewsletterSection({
  subscription,
  token,
  timeZone,
}: PersonalDataProps & { readonly subscription: SubscriptionData }) {
  const { status } = subscription;
  return (
    <TitledSection name="newsletter" title="Newsletter">
      <dl className="facts mt-4">
        {factsOf(subscription, timeZone).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {CAN_UNSUBSCRIBE.has(status) && (
        <form method="post" action={personalDataPath('unsubscription', token)} className="mt-4">
          <button type="submit" className="button button-secondary button-small">
            Unsubscribe
          </button>
        </form>
      )}
    </TitledSection>
  );
}

function factsOf(
  subscription: SubscriptionData,
  timeZone: string,
): readonly (readonly [string, ReactNode])[] {
  const date = (at: Date | null) => (at === null ? 'never' : <PublishDate date={at} timeZone={timeZone} />);
  return [
    ['Status', STATES[subscription.status]],
    ['Source', subscription.source === 'form' ? 'the form on our site' : 'an imported list'],
    ['Since', date(subscription.createdAt)],
    ['Last requested', date(subscription.askedAt)],
    ['Confirmation sent', date(subscription.confirmationMailedAt)],
    ['Confirmed', date(subscription.confirmedAt)],
    ['Unsubscribed', date(subscription.unsubscribedAt)],
    ['Issues sent', <Amount key="issues" value={subscription.issues} />],
    ['Consent', subscription.consent === '' ? 'not recorded' : subscription.consent],
  ];
}
