import { createMailSender } from '#domain/site/mail-sender.ts';
import type { Site } from '#domain/site/site.ts';
import { linkMail } from '#platform/mail/link-mail.tsx';
import type { Mail } from '#platform/mail/mail.ts';
import { PERSONAL_DATA_PATH } from './paths.ts';

/** The email with the link to the data about the address. */
export function personalDataLinkMail(
  site: Site,
  address: string,
  link: { token: string; hours: number },
): Mail {
  return linkMail(
    { name: null, email: address, sender: createMailSender(site) },
    {
      subject: `What ${site.name} stores about you`,
      lead: `Someone (hopefully you) asked what ${site.name} stores about this address. Use this link to view, download or delete it:`,
      link: `${site.url}${PERSONAL_DATA_PATH}?token=${link.token}`,
      label: 'View the data',
      end: `The link expires in ${link.hours} hours. Anyone who has it can see and delete this data, so please do not forward this email. If this wasn't you, ignore this email: nobody has seen your data, and nothing has changed.`,
    },
  );
}
