import type { Site } from '#domain/site/site.ts';
import type { Mail } from '#platform/mail/mail.ts';
import { PERSONAL_DATA_PATH } from './paths.ts';

/** The email with the link. Plain text only: it is short, and the URL is fully visible. */
export function personalDataLinkMail(
  site: Site,
  address: string,
  link: { token: string; hours: number },
): Mail {
  const paragraphs = [
    `Someone (hopefully you) asked what ${site.name} stores about this address. Use this link to view, download or delete it:`,
    `${site.url}${PERSONAL_DATA_PATH}?token=${link.token}`,
    `The link expires in ${link.hours} hours. Anyone who has it can see and delete this data, so please do not forward this email.`,
    "If this wasn't you, ignore this email: nobody has seen your data, and nothing has changed.",
    `-- \n${[site.name, ...site.owner.address, site.url].join('\n')}`,
  ];
  return {
    to: { address },
    subject: `What ${site.name} stores about you`,
    text: `${paragraphs.join('\n\n')}\n`,
  };
}
