import { pageTags } from '#domain/articles/cache-tags.ts';
import type { PersonalDataByLink } from '#domain/personal-data/personal-data.server.ts';
import { formatCount } from '#ui/format-count.ts';
import { renderHeadedPage } from '../headed-page.tsx';
import type { ReaderPage } from '../reader-page.tsx';
import type { Publication } from '../publication.ts';
import { isDeletable, renderPersonalDataPage } from './personal-data-page.tsx';
import { personalDataPath } from './personal-data-paths.ts';

/** Asks for confirmation and lists what will be deleted. */
export function deletionPage(
  publication: Publication,
  personalData: PersonalDataByLink,
  token: string,
): string {
  return renderPersonalDataPage(publication, {
    title: 'Delete all data?',
    description: `Everything we hold about ${personalData.address} is deleted at once and cannot be restored.`,
    content: isDeletable(personalData) ? (
      <div className="grid gap-6">
        <ul className="list-disc ps-5">
          {describeDeletion(personalData).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        {personalData.subscription !== null && (
          <p className="text-muted">
            We keep a keyed hash that does not reveal the address, so that the newsletter does not import it
            again from a list.
          </p>
        )}
        {personalData.account !== null && (
          <p className="text-muted">The account with this address is not deleted.</p>
        )}
        <form
          method="post"
          action={personalDataPath('deletion', token)}
          className="flex flex-wrap items-center gap-4"
        >
          <button type="submit" className="button">
            Delete all data
          </button>
          <a className="button button-secondary" href={personalDataPath('overview', token)} rel="nofollow">
            Cancel
          </a>
        </form>
      </div>
    ) : (
      <p>There is nothing to delete.</p>
    ),
  });
}

function describeDeletion({
  commentCount,
  subscription,
  messageCount,
  mails,
  jobs,
}: PersonalDataByLink): string[] {
  return [
    ...formatNonZeroCount(commentCount, 'comment', 'comments'),
    ...(subscription === null ? [] : ['the subscription to the newsletter, with the record of your consent']),
    ...formatNonZeroCount(messageCount, 'message to us', 'messages to us'),
    ...formatNonZeroCount(mails.length, 'email waiting to be sent', 'emails waiting to be sent'),
    ...formatNonZeroCount(
      jobs.length,
      'background job that contains the address',
      'background jobs that contain the address',
    ),
  ];
}

function formatNonZeroCount(count: number, one: string, many: string): string[] {
  return count === 0 ? [] : [formatCount(count, one, many)];
}

/** The redirect target after a deletion. It is the same for every reader; its URL has no token. */
// oxlint-disable-next-line require-await
export const deletedPage: ReaderPage = async (publication) =>
  renderHeadedPage(publication, {
    title: 'Deleted',
    heading: { title: 'Data deleted' },
    description: 'Everything we held about the address has been deleted.',
    path: null,
    tags: [pageTags.site],
    content: (
      <p className="max-w-[42rem] pt-10" role="status">
        Your comments are no longer shown on articles. Earlier backups still contain the data for as long as
        the site’s operator keeps them.
      </p>
    ),
  });
