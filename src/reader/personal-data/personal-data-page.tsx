import { useLocale } from '#ui/locale.ts';
import type { ReactNode } from 'react';
import { YOUR_DATA_PATH } from '#domain/personal-data/paths.ts';
import type { PersonalDataByLink } from '#domain/personal-data/personal-data.server.ts';
import { TitledSection } from '../components/titled-section.tsx';
import { renderPrivatePage } from '../private-page.tsx';
import type { Publication } from '../publication.ts';
import { AccountSection } from './account-section.tsx';
import { CommentsSection } from './comments-section.tsx';
import { OutgoingSection } from './outgoing-section.tsx';
import { MessagesSection } from './messages-section.tsx';
import { NewsletterSection } from './newsletter-section.tsx';
import { type CompletedAction, personalDataPath } from './personal-data-paths.ts';

/** The props of every section of the page. */
export interface PersonalDataProps {
  readonly personalData: PersonalDataByLink;
  readonly token: string;
  readonly timeZone: string;
}

const ACTION_MESSAGES: Readonly<Record<CompletedAction, string>> = {
  withdrawn: 'Your comment was deleted, here and on the article page.',
  unsubscribed: 'You are unsubscribed and will receive no more issues.',
};

/** Shows all personal data stored for an address to the holder of the link. */
export function personalDataPage(
  publication: Publication,
  personalData: PersonalDataByLink,
  { token, done }: { readonly token: string; readonly done: CompletedAction | null },
): string {
  const props = { personalData, token, timeZone: publication.site.timeZone };
  return renderPersonalDataPage(publication, {
    title: 'What we hold about you',
    description: `Everything we hold about ${personalData.address}.`,
    content: (
      <>
        {done !== null && (
          <p className="form-success" role="status">
            {ACTION_MESSAGES[done]}
          </p>
        )}
        {isEmpty(personalData) ? <p>We hold nothing about this address.</p> : <DataSections {...props} />}
        <p className="text-sm text-muted">
          The link to this page expires on{' '}
          <ExpiryTime personalData={personalData} timeZone={props.timeZone} />. Anyone who has the link can
          see this page.
        </p>
      </>
    ),
  });
}

/** Whether the address has any data that can be deleted here. */
export const isDeletable = ({
  commentCount,
  messageCount,
  subscription,
  mails,
  jobs,
}: PersonalDataByLink): boolean =>
  commentCount + messageCount + mails.length + jobs.length > 0 || subscription !== null;

const isEmpty = (personalData: PersonalDataByLink) =>
  !isDeletable(personalData) && personalData.account === null;

function DataSections(props: PersonalDataProps) {
  const { personalData, token } = props;
  return (
    <>
      <p>
        <a
          className="button button-secondary"
          href={personalDataPath('download', token)}
          download=""
          rel="nofollow"
        >
          Download all data
        </a>
      </p>
      {personalData.subscription !== null && (
        <NewsletterSection {...props} subscription={personalData.subscription} />
      )}
      {personalData.commentCount > 0 && <CommentsSection {...props} />}
      {personalData.messageCount > 0 && <MessagesSection {...props} />}
      {personalData.mails.length + personalData.jobs.length > 0 && <OutgoingSection {...props} />}
      {personalData.account !== null && <AccountSection {...props} account={personalData.account} />}
      {isDeletable(personalData) && (
        <TitledSection name="deletion" title="Delete this data">
          <p className="mt-3">
            Comments, messages, the subscription and pending emails are deleted at once and cannot be
            restored. You will be asked to confirm.
          </p>
          <p className="mt-4">
            <a className="button" href={personalDataPath('deletion', token)} rel="nofollow">
              Delete all data…
            </a>
          </p>
        </TitledSection>
      )}
    </>
  );
}

function ExpiryTime({
  personalData: { expiresAt },
  timeZone,
}: Pick<PersonalDataProps, 'personalData' | 'timeZone'>) {
  const format = { month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  return (
    <time dateTime={expiresAt.toISOString()}>
      {expiresAt.toLocaleString(useLocale(), { ...format, timeZone, timeZoneName: 'short' })}
    </time>
  );
}

/** The page for a link whose token is truncated, was not issued by this site, or has expired. */
export function invalidLinkPage(publication: Publication, reason: 'invalid' | 'gone'): string {
  return renderPersonalDataPage(publication, {
    title: reason === 'gone' ? 'This link has expired' : 'This link is incomplete',
    description:
      reason === 'gone'
        ? 'It was valid for 24 hours. You can request a new one at any time.'
        : 'Please open it from the email again, or copy the whole link.',
    content: (
      <p>
        <a className="button" href={YOUR_DATA_PATH}>
          Request a new link
        </a>
      </p>
    ),
  });
}

interface PersonalDataContent {
  readonly title: string;
  readonly description: string;
  readonly content: ReactNode;
}

/** A page that only the holder of the link may see. */
export const renderPersonalDataPage = (publication: Publication, page: PersonalDataContent): string =>
  renderPrivatePage(publication, {
    ...page,
    // The head of the document does not name the address.
    metaDescription: 'Visible to anyone who has the link.',
    styleSheet: 'article',
    content: <div className="grid max-w-[46rem] gap-12 pt-10">{page.content}</div>,
  });
