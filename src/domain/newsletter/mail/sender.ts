import type { Site } from '#domain/site/site.ts';
import type { MailSender } from '#platform/mail/mail-layout.tsx';

/** The publication as sender, with the postal address that the law of many countries asks of a mail to many. */
export function senderOf({ name, url, owner }: Site): MailSender {
  return { name, url, address: owner.address };
}
