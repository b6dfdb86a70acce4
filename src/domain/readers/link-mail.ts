import type { Site } from '#domain/site/site.ts';
import type { Mail } from '#platform/mail/mail.ts';
import { HELD_PATH } from './paths.ts';

/** Brings the link. Without HTML: it is short, and what a link says is where it leads. */
export function linkMail(site: Site, address: string, given: { token: string; hours: number }): Mail {
  const paragraphs = [
    `Somebody, we hope you, asked what ${site.name} keeps about this address. All of it is here, to be looked at, taken along or deleted:`,
    `${site.url}${HELD_PATH}?token=${given.token}`,
    `The link holds for ${given.hours} hours. Whoever has it sees what you would see, so please do not pass this mail on.`,
    'If it was not you, do nothing: nobody has seen anything, and nothing was changed.',
    `-- \n${[site.name, ...site.owner.address, site.url].join('\n')}`,
  ];
  return {
    to: { address },
    subject: `What ${site.name} keeps about you`,
    text: `${paragraphs.join('\n\n')}\n`,
  };
}
