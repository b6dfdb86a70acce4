import type { Mail } from '#platform/mail/mail.ts';
import type { ContactMessage } from './message.ts';

export interface Recipient {
  /** Of the owner. From the settings only: what a visitor writes never decides where a mail goes. */
  readonly address: string;
  readonly siteName: string;
  readonly siteUrl: string;
}

/** What tells the owner of a message. Answering it answers the visitor, who gets no copy: it could be anybody's address. */
export function contactMail(
  { name, email, subject, message }: ContactMessage,
  { address, siteName, siteUrl }: Recipient,
): Mail {
  return {
    to: { name: siteName, address },
    replyTo: { name, address: email },
    subject,
    text: `${message}\n\n-- \n${name} <${email}>\nwrote this on ${siteUrl}/contact. Your answer goes to this address.\n`,
  };
}
