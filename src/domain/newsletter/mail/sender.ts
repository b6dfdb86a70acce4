import type { Site } from '#domain/site/site.ts';
import type { MailSender } from '#platform/mail/mail-layout.tsx';

/** The publication as sender, with the postal address that many countries require in bulk email. */
export function createMailSender({ name, url, owner, appearance }: Site): MailSender {
  return { name, url, address: owner.address, accents: appearance.accents };
}
