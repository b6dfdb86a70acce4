import { linkMail } from '#platform/mail/link-mail.tsx';
import type { Mail } from '#platform/mail/mail.ts';
import { createMailSender } from './mail-sender.ts';
import { RECIPIENT_LINK_DAYS } from './recipient-token.server.ts';
import type { Site } from './site.ts';

/** Asks the owner of an address whether it should receive the messages of the contact form. */
export function recipientMail(site: Site, address: string, link: string): Mail {
  return linkMail(
    { name: null, email: address, sender: createMailSender(site) },
    {
      subject: `Receive the contact messages of ${site.name}`,
      lead: `An administrator of ${site.name} wants the messages of its contact form to be sent to this address. If you agree, open this page and press the button:`,
      link,
      label: 'Review the request',
      end: `The link works for ${RECIPIENT_LINK_DAYS} days. If you do not know about this, ignore this email: nothing is sent to you.`,
    },
  );
}
