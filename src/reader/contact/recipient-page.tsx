import type { ReactNode } from 'react';
import { RECIPIENT_PATH } from '#domain/site/recipient-path.ts';
import { renderPrivatePage } from '../private-page.tsx';
import type { Publication } from '../publication.ts';

interface RecipientPageProps {
  readonly address: string;
  readonly isConfirmed: boolean;
  readonly token: string;
}

/** The page that the emailed link to a new recipient of contact messages opens. For one reader. */
export function recipientPage(
  publication: Publication,
  { address, isConfirmed, token }: RecipientPageProps,
): string {
  const { name } = publication.site;
  return isConfirmed
    ? render(
        publication,
        'Address confirmed',
        `Contact messages of ${name} are sent to ${address} from now on.`,
      )
    : render(
        publication,
        'Receive contact messages?',
        `The messages of the contact form of ${name} will be sent to ${address}.`,
        <form method="post" action={`${RECIPIENT_PATH}?token=${token}`}>
          <button type="submit" className="button">
            Confirm address
          </button>
        </form>,
      );
}

/** The page for a link that is truncated, has expired or belongs to a former address. */
export function invalidRecipientPage(publication: Publication, reason: 'invalid' | 'gone'): string {
  return reason === 'invalid'
    ? render(publication, 'This link is incomplete', 'Please open it from the email again.')
    : render(publication, 'This link is no longer valid', 'Please ask an administrator to send a new one.');
}

const render = (publication: Publication, title: string, description: string, content?: ReactNode) =>
  renderPrivatePage(publication, { title, description, content: <div className="pt-10">{content}</div> });
