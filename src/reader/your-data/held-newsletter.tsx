import type { ReactNode } from 'react';
import type { HeldSubscription } from '#domain/newsletter/own-address.server.ts';
import type { SubscriberState } from '#domain/newsletter/subscriber.ts';
import { formatNumber } from '#ui/format-number.ts';
import { PublishDate } from '../parts/date.tsx';
import type { HeldProps } from './held-page.tsx';
import { heldPath } from './your-data-paths.ts';

const STATES: Readonly<Record<SubscriberState, string>> = {
  pending: 'not confirmed',
  confirmed: 'subscribed',
  unsubscribed: 'unsubscribed',
  suspended: 'paused, because your mail server refused our mails',
  blocked: 'blocked: we never mail it',
};

const CAN_END: ReadonlySet<SubscriberState> = new Set(['pending', 'confirmed', 'suspended']);

export function HeldNewsletter({
  subscription,
  token,
  timeZone,
}: HeldProps & { readonly subscription: HeldSubscription }) {
  const { status } = subscription;
  return (
    <section aria-labelledby="newsletter-title">
      <h2 id="newsletter-title" className="text-2xl">
        Newsletter
      </h2>
      <dl className="facts mt-4">
        {factsOf(subscription, timeZone).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {CAN_END.has(status) && (
        <form method="post" action={heldPath('unsubscription', token)} className="mt-4">
          <button type="submit" className="button button-quiet button-small">
            Unsubscribe
          </button>
        </form>
      )}
    </section>
  );
}

function factsOf(held: HeldSubscription, timeZone: string): readonly (readonly [string, ReactNode])[] {
  const date = (at: Date | null) => (at === null ? 'never' : <PublishDate date={at} timeZone={timeZone} />);
  return [
    ['State', STATES[held.status]],
    ['Came by', held.source === 'form' ? 'the form on our site' : 'a list that was brought in'],
    ['Since', date(held.createdAt)],
    ['Last asked for', date(held.askedAt)],
    ['Asked to confirm', date(held.confirmationMailedAt)],
    ['Confirmed', date(held.confirmedAt)],
    ['Unsubscribed', date(held.unsubscribedAt)],
    ['Issues sent', formatNumber(held.issues)],
    ['Agreed to', held.consent === '' ? 'nothing is recorded' : held.consent],
  ];
}
