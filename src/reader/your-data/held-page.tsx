import type { ReactNode } from 'react';
import { YOUR_DATA_PATH } from '#domain/readers/paths.ts';
import type { HeldByLink } from '#domain/readers/readers.server.ts';
import { page } from '../answer.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import type { Publication } from '../publication.ts';
import { HeldAccountNote } from './held-account.tsx';
import { HeldComments } from './held-comments.tsx';
import { HeldMails } from './held-mails.tsx';
import { HeldMessages } from './held-messages.tsx';
import { HeldNewsletter } from './held-newsletter.tsx';
import { type Done, heldPath } from './your-data-paths.ts';

/** What a part of the page is drawn from. */
export interface HeldProps {
  readonly held: HeldByLink;
  readonly token: string;
  readonly timeZone: string;
}

const DONE_SENTENCES: Readonly<Record<Done, string>> = {
  withdrawn: 'Your comment is deleted, here and on the page of the article.',
  unsubscribed: 'You are unsubscribed: no more issues will come.',
};

/** Everything that is kept about an address, for whoever has the link. */
export function heldPage(
  publication: Publication,
  held: HeldByLink,
  { token, done }: { readonly token: string; readonly done: Done | null },
): string {
  const given = { held, token, timeZone: publication.site.timeZone };
  return privatePage(publication, {
    title: 'What we keep about you',
    description: `All of it, about ${held.address}.`,
    content: (
      <>
        {done !== null && (
          <p className="form-done" role="status">
            {DONE_SENTENCES[done]}
          </p>
        )}
        {isEmpty(held) ? <p>We keep nothing about this address.</p> : <Parts {...given} />}
        <p className="text-sm text-muted">
          The link to this page holds until <Until held={held} timeZone={given.timeZone} />. Whoever has it
          sees this page.
        </p>
      </>
    ),
  });
}

/** Whether there is anything that can be deleted. */
export const isDeletable = ({ commentCount, messageCount, subscription, mails, jobs }: HeldByLink): boolean =>
  commentCount + messageCount + mails.length + jobs.length > 0 || subscription !== null;

const isEmpty = (held: HeldByLink) => !isDeletable(held) && held.account === null;

function Parts(given: HeldProps) {
  const { held, token } = given;
  return (
    <>
      <p>
        <a className="button button-quiet" href={heldPath('download', token)} download="" rel="nofollow">
          Download all of it
        </a>
      </p>
      {held.subscription !== null && <HeldNewsletter {...given} subscription={held.subscription} />}
      {held.commentCount > 0 && <HeldComments {...given} />}
      {held.messageCount > 0 && <HeldMessages {...given} />}
      {held.mails.length + held.jobs.length > 0 && <HeldMails {...given} />}
      {held.account !== null && <HeldAccountNote {...given} account={held.account} />}
      {isDeletable(held) && (
        <section aria-labelledby="deletion-title">
          <h2 id="deletion-title" className="text-2xl">
            Delete it
          </h2>
          <p className="mt-3">
            Comments, messages, subscription and waiting mails go at once, and cannot be brought back. You are
            asked once more.
          </p>
          <p className="mt-4">
            <a className="button" href={heldPath('deletion', token)} rel="nofollow">
              Delete all of it…
            </a>
          </p>
        </section>
      )}
    </>
  );
}

function Until({ held: { expiresAt }, timeZone }: Pick<HeldProps, 'held' | 'timeZone'>) {
  const format = { month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  return (
    <time dateTime={expiresAt.toISOString()}>
      {expiresAt.toLocaleString('en-US', { ...format, timeZone, timeZoneName: 'short' })}
    </time>
  );
}

/** The link was cut off on its way, was never one of ours, or is too old. */
export function closedLinkPage(publication: Publication, why: 'invalid' | 'gone'): string {
  return privatePage(publication, {
    title: why === 'gone' ? 'This link is too old' : 'This link is not complete',
    description:
      why === 'gone'
        ? 'It held for 24 hours. You can ask for a new one at any time.'
        : 'Please open it from the mail again, or copy all of it.',
    content: (
      <p>
        <a className="button" href={YOUR_DATA_PATH}>
          Ask for a new link
        </a>
      </p>
    ),
  });
}

interface PrivateContent {
  readonly title: string;
  readonly description: string;
  readonly content: ReactNode;
}

/** A page for one reader: it has no address of its own and is kept nowhere. */
export function privatePage(
  publication: Publication,
  { title, description, content }: PrivateContent,
): string {
  return page(publication, {
    title,
    description: 'For whoever has the link.',
    path: null,
    tags: [],
    content: (
      <div className="container pb-24">
        <PageHeading title={title} description={description} />
        <div className="grid max-w-[46rem] gap-12 pt-10">{content}</div>
      </div>
    ),
  }).body;
}
