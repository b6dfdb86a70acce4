import { pageTags } from '#domain/articles/tags.ts';
import type { HeldByLink } from '#domain/readers/readers.server.ts';
import { counted } from '#ui/counted.ts';
import { page, type ReaderPage } from '../answer.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import type { Publication } from '../publication.ts';
import { isDeletable, privatePage } from './held-page.tsx';
import { heldPath } from './your-data-paths.ts';

/** Asks once more, and says what it is about. */
export function deletionPage(publication: Publication, held: HeldByLink, token: string): string {
  return privatePage(publication, {
    title: 'Delete all of it?',
    description: `What we keep about ${held.address} goes at once and cannot be brought back.`,
    content: isDeletable(held) ? (
      <div className="grid gap-6">
        <ul className="list-disc pl-5">
          {whatGoes(held).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {held.subscription !== null && (
          <p className="text-muted">
            A keyed hash stays, from which nobody can read the address: by it the newsletter knows not to add
            it again from a list.
          </p>
        )}
        {held.account !== null && <p className="text-muted">The account with this address stays.</p>}
        <form
          method="post"
          action={heldPath('deletion', token)}
          className="flex flex-wrap items-center gap-4"
        >
          <button type="submit" className="button">
            Delete all of it
          </button>
          <a className="button button-quiet" href={heldPath('held', token)} rel="nofollow">
            Keep it
          </a>
        </form>
      </div>
    ) : (
      <p>There is nothing to delete.</p>
    ),
  });
}

function whatGoes({ commentCount, subscription, messageCount, mails, jobs }: HeldByLink): string[] {
  return [
    ...some(commentCount, 'comment', 'comments'),
    ...(subscription === null ? [] : ['the subscription to the newsletter, with the record of your consent']),
    ...some(messageCount, 'message to us', 'messages to us'),
    ...some(mails.length, 'mail that waits to be sent', 'mails that wait to be sent'),
    ...some(jobs.length, 'piece of work that names the address', 'pieces of work that name the address'),
  ];
}

function some(count: number, one: string, many: string): string[] {
  return count === 0 ? [] : [counted(count, one, many)];
}

/** Where a browser is sent afterwards. The same for everybody, without the token: nothing in the address tells of anybody. */
// oxlint-disable-next-line require-await
export const deletedPage: ReaderPage = async (publication) =>
  page(publication, {
    title: 'Deleted',
    description: 'Everything we kept about the address is gone.',
    path: null,
    tags: [pageTags.site],
    content: (
      <div className="container pb-24">
        <PageHeading title="It is deleted" description="Everything we kept about the address is gone." />
        <p className="max-w-[42rem] pt-10" role="status">
          Your comments are off the pages of the articles. Copies of the database from before, by which the
          site could be restored, are kept by whoever runs it as long as they say.
        </p>
      </div>
    ),
  });
