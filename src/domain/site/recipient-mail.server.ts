import type { Mail } from '#platform/mail/mail.ts';
import { RECIPIENT_LINK_DAYS } from './recipient-token.server.ts';

interface RecipientMail {
  readonly name: string;
  readonly url: string;
  readonly address: string;
  readonly link: string;
}

/** Asks the owner of an address whether it should receive the messages of the contact form. */
export function recipientMail({ name, url, address, link }: RecipientMail): Mail {
  const text = [
    `An administrator of ${name} wants the messages of its contact form to be sent to this address. If you agree, open this page and press the button:`,
    link,
    `The link works for ${RECIPIENT_LINK_DAYS} days. If you do not know about this, ignore this email: nothing is sent to you.`,
    `-- \n${name}\n${url}`,
  ];
  return {
    to: { address },
    subject: `Receive the contact messages of ${name}`,
    text: `${text.join('\n\n')}\n`,
  };
}
