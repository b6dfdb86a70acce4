import type { ReactNode } from 'react';
import { ARCHIVE_PATH } from '#domain/newsletter/issue.ts';
import { tokenPath } from '#domain/newsletter/links.server.ts';
import type { OwnSubscription } from '#domain/newsletter/subscription.server.ts';
import type { TokenPurpose } from '#domain/newsletter/tokens.server.ts';
import { page } from '../answer.tsx';
import { PublishDate } from '../parts/date.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import type { Publication } from '../publication.ts';

interface Shown {
  readonly title: string;
  readonly description: string;
  readonly content?: ReactNode;
}

/** What a link of a mail opens. What it shows is true at this moment; only its buttons change anything. */
export function subscriptionPage(
  publication: Publication,
  purpose: TokenPurpose,
  own: OwnSubscription | null,
): string {
  const shown = own === null ? NOTHING_KEPT : SHOWN[purpose](own, publication.site.timeZone);
  return drawn(publication, shown);
}

/** The link was cut off on its way, or never one of ours. */
export function incompleteLinkPage(publication: Publication): string {
  return drawn(publication, {
    title: 'This link is not complete',
    description: 'Please open it from the mail again, or copy all of it.',
  });
}

function drawn(publication: Publication, { title, description, content }: Shown): string {
  return page(publication, {
    title,
    description,
    path: null,
    tags: [],
    content: (
      <div className="container pb-24">
        <PageHeading title={title} description={description} />
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
      </div>
    ),
  }).body;
}

const NOTHING_KEPT: Shown = {
  title: 'There is no subscription here',
  description:
    'We keep nothing about the address of this link: it gets no mails from us, and there is nothing to end.',
};

const SHOWN: Readonly<Record<TokenPurpose, (own: OwnSubscription, timeZone: string) => Shown>> = {
  confirm: (own) => (own.status === 'confirmed' ? subscribed(own) : confirming(own)),
  unsubscribe: (own) => (isOn(own) ? leaving(own) : left(own)),
  'own-data': ownData,
};

const isOn = ({ status }: OwnSubscription) => status !== 'unsubscribed' && status !== 'blocked';

function confirming(own: OwnSubscription): Shown {
  if (own.status === 'blocked') return left(own);
  const isBack = own.status === 'unsubscribed';
  return {
    title: isBack ? 'Subscribe again?' : 'Confirm your subscription',
    description: `The weekly newsletter will come to ${own.email}.`,
    content: (
      <>
        <p className="text-muted">{own.consent}</p>
        <TokenButton
          purpose="confirm"
          own={own}
          label={isBack ? 'Subscribe again' : 'Confirm my subscription'}
        />
      </>
    ),
  };
}

function subscribed(own: OwnSubscription): Shown {
  return {
    title: 'You are subscribed',
    description: `The next issue comes to ${own.email}.`,
    content: <OtherLinks own={own} purposes={['unsubscribe', 'own-data']} />,
  };
}

function leaving(own: OwnSubscription): Shown {
  return {
    title: 'Leave the newsletter?',
    description: `${own.email} will get no more issues.`,
    content: (
      <>
        <TokenButton purpose="unsubscribe" own={own} label="Unsubscribe" />
        <OtherLinks own={own} purposes={['own-data']} />
      </>
    ),
  };
}

function left(own: OwnSubscription): Shown {
  return {
    title: 'You are unsubscribed',
    description: `${own.email} gets no more issues.`,
    content: (
      <>
        {own.status === 'unsubscribed' && (
          <>
            <p>That was a mistake, or you miss us already?</p>
            <TokenButton purpose="confirm" own={own} label="Subscribe again" quiet />
          </>
        )}
        <OtherLinks own={own} purposes={['own-data']} />
      </>
    ),
  };
}

function ownData(own: OwnSubscription, timeZone: string): Shown {
  const date = (at: Date | null) => (at === null ? 'never' : <PublishDate date={at} timeZone={timeZone} />);
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Address', own.email],
    ['State', own.status],
    ['Came by', own.source === 'form' ? 'the form on our site' : 'a list that was brought in'],
    ['Since', date(own.createdAt)],
    ['Asked to confirm', date(own.confirmationMailedAt)],
    ['Confirmed', date(own.confirmedAt)],
    ['Unsubscribed', date(own.unsubscribedAt)],
    ['Agreed to', own.consent === '' ? 'nothing is recorded' : own.consent],
  ];
  return {
    title: 'What we keep about you',
    description: 'All of it. Beside it stands only which issues were sent to you.',
    content: (
      <>
        <dl className="facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {own.status === 'blocked' ? (
          <p>The address stays on a list of those that are never mailed. Write to us if it should not.</p>
        ) : (
          <TokenButton purpose="own-data" own={own} label="Delete all of it" quiet />
        )}
      </>
    ),
  };
}

interface TokenButtonProps {
  readonly purpose: TokenPurpose;
  readonly own: OwnSubscription;
  readonly label: string;
  readonly quiet?: boolean;
}

function TokenButton({ purpose, own, label, quiet = false }: TokenButtonProps) {
  return (
    <form method="post" action={tokenPath(purpose, own.tokens[purpose])}>
      <button type="submit" className={quiet ? 'button button-quiet' : 'button'}>
        {label}
      </button>
    </form>
  );
}

const LINK_TEXTS: Readonly<Record<TokenPurpose, string>> = {
  confirm: 'Subscribe again',
  unsubscribe: 'Unsubscribe',
  'own-data': 'What we keep about you',
};

function OtherLinks({
  own,
  purposes,
}: Pick<TokenButtonProps, 'own'> & { purposes: readonly TokenPurpose[] }) {
  return purposes.map((purpose) => (
    <p key={purpose}>
      <a className="link" href={tokenPath(purpose, own.tokens[purpose])}>
        {LINK_TEXTS[purpose]}
      </a>
    </p>
  ));
}
