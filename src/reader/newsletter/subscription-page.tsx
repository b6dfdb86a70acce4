import type { ReactNode } from 'react';
import { ARCHIVE_PATH } from '#domain/newsletter/issue.ts';
import { tokenPath } from '#domain/newsletter/links.server.ts';
import type { OwnSubscription } from '#domain/newsletter/subscription.server.ts';
import type { TokenPurpose } from '#domain/newsletter/tokens.server.ts';
import { Facts } from '#ui/facts.tsx';
import { PublishDate } from '../components/date.tsx';
import { renderPrivatePage } from '../private-page.tsx';
import type { Publication } from '../publication.ts';

interface PageOptions {
  readonly title: string;
  readonly description: string;
  readonly content?: ReactNode;
}

/** The page that a link in an email opens. It shows the current state; only its buttons change data. */
export function subscriptionPage(
  publication: Publication,
  purpose: TokenPurpose,
  subscription: OwnSubscription | null,
): string {
  const content =
    subscription === null
      ? NO_SUBSCRIPTION
      : CONTENT_BY_PURPOSE[purpose](subscription, publication.site.timeZone);
  return renderSubscriptionPage(publication, content);
}

/** The page for a link whose token is truncated or was not issued by this site. */
export function incompleteLinkPage(publication: Publication): string {
  return renderSubscriptionPage(publication, {
    title: 'This link is incomplete',
    description: 'Please open it from the email again, or copy the whole link.',
  });
}

function renderSubscriptionPage(
  publication: Publication,
  { title, description, content }: PageOptions,
): string {
  return renderPrivatePage(publication, {
    title,
    description,
    content: (
      <div className="grid max-w-[42rem] gap-6 pt-10">
        {content}
        <p>
          <a className="link" href={ARCHIVE_PATH}>
            Past issues
          </a>
          {' · '}
          <a className="link" href="/newsletter">
            About the newsletter
          </a>
        </p>
      </div>
    ),
  });
}

const NO_SUBSCRIPTION: PageOptions = {
  title: 'No subscription found',
  description:
    'We hold nothing about the address of this link. It receives no emails from us, and there is nothing to cancel.',
};

const CONTENT_BY_PURPOSE: Readonly<
  Record<TokenPurpose, (subscription: OwnSubscription, timeZone: string) => PageOptions>
> = {
  confirm: (subscription) =>
    subscription.status === 'confirmed' ? subscribedContent(subscription) : confirmContent(subscription),
  unsubscribe: (subscription) =>
    isActive(subscription) ? unsubscribeContent(subscription) : unsubscribedContent(subscription),
  'own-data': personalDataContent,
};

const isActive = ({ status }: OwnSubscription) => status !== 'unsubscribed' && status !== 'blocked';

function confirmContent(subscription: OwnSubscription): PageOptions {
  if (subscription.status === 'blocked') return unsubscribedContent(subscription);
  const isResubscription = subscription.status === 'unsubscribed';
  return {
    title: isResubscription ? 'Subscribe again?' : 'Confirm your subscription',
    description: `The weekly newsletter will be sent to ${subscription.email}.`,
    content: (
      <>
        <p className="text-muted">{subscription.consent}</p>
        <TokenButton
          purpose="confirm"
          subscription={subscription}
          label={isResubscription ? 'Subscribe again' : 'Confirm my subscription'}
        />
      </>
    ),
  };
}

function subscribedContent(subscription: OwnSubscription): PageOptions {
  return {
    title: 'You are subscribed',
    description: `The next issue will be sent to ${subscription.email}.`,
    content: <OtherLinks subscription={subscription} purposes={['unsubscribe', 'own-data']} />,
  };
}

function unsubscribeContent(subscription: OwnSubscription): PageOptions {
  return {
    title: 'Unsubscribe?',
    description: `${subscription.email} will receive no more issues.`,
    content: (
      <>
        <TokenButton purpose="unsubscribe" subscription={subscription} label="Unsubscribe" />
        <OtherLinks subscription={subscription} purposes={['own-data']} />
      </>
    ),
  };
}

function unsubscribedContent(subscription: OwnSubscription): PageOptions {
  return {
    title: 'You are unsubscribed',
    description: `${subscription.email} receives no more issues.`,
    content: (
      <>
        {subscription.status === 'unsubscribed' && (
          <>
            <p>Changed your mind?</p>
            <TokenButton purpose="confirm" subscription={subscription} label="Subscribe again" quiet />
          </>
        )}
        <OtherLinks subscription={subscription} purposes={['own-data']} />
      </>
    ),
  };
}

function personalDataContent(subscription: OwnSubscription, timeZone: string): PageOptions {
  const date = (at: Date | null) => (at === null ? 'never' : <PublishDate date={at} timeZone={timeZone} />);
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Address', subscription.email],
    ['Status', subscription.status],
    ['Source', subscription.source === 'form' ? 'the form on our site' : 'an imported list'],
    ['Since', date(subscription.createdAt)],
    ['Confirmation sent', date(subscription.confirmationMailedAt)],
    ['Confirmed', date(subscription.confirmedAt)],
    ['Unsubscribed', date(subscription.unsubscribedAt)],
    ['Consent', subscription.consent === '' ? 'not recorded' : subscription.consent],
  ];
  return {
    title: 'What we hold about you',
    description: 'All of it, except for the list of issues sent to you.',
    content: (
      <>
        <Facts className="facts" facts={facts} />
        {subscription.status === 'blocked' ? (
          <p>This address stays on the list of addresses we never email. Write to us if it should not.</p>
        ) : (
          <TokenButton purpose="own-data" subscription={subscription} label="Delete all data" quiet />
        )}
      </>
    ),
  };
}

interface TokenButtonProps {
  readonly purpose: TokenPurpose;
  readonly subscription: OwnSubscription;
  readonly label: string;
  readonly quiet?: boolean;
}

function TokenButton({ purpose, subscription, label, quiet = false }: TokenButtonProps) {
  return (
    <form method="post" action={tokenPath(purpose, subscription.tokens[purpose])}>
      <button type="submit" className={quiet ? 'button button-secondary' : 'button'}>
        {label}
      </button>
    </form>
  );
}

const LINK_LABELS: Readonly<Record<TokenPurpose, string>> = {
  confirm: 'Subscribe again',
  unsubscribe: 'Unsubscribe',
  'own-data': 'What we hold about you',
};

function OtherLinks({
  subscription,
  purposes,
}: Pick<TokenButtonProps, 'subscription'> & { purposes: readonly TokenPurpose[] }) {
  return purposes.map((purpose) => (
    <p key={purpose}>
      <a className="link" href={tokenPath(purpose, subscription.tokens[purpose])}>
        {LINK_LABELS[purpose]}
      </a>
    </p>
  ));
}
