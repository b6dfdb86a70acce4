import type { Mail } from '#platform/mail/mail.ts';
import type { ContactMessage } from './message.ts';

export interface Recipient {
  /** Address of the owner, from the settings. Visitor input must never determine the recipient of an email. */
  readonly address: string;
  readonly siteName: string;
  readonly siteUrl: string;
}

/**
 * Notifies the owner of a message. A reply goes to the visitor. The visitor gets no copy, because the form accepts any
 * address.
 */
export function contactMail(
  { name, email, subject, message }: ContactMessage,
  { address, siteName, siteUrl }: Recipient,
): Mail {
  return {
    to: { name: siteName, address },
    replyTo: { name, address: email },
    subject,
    text: `${message}\n\n-- \nSent by ${name} <${email}> through ${siteUrl}/contact. Your reply goes to this address.\n`,
  };
}
