import { needsSmtpUtf8 } from '#platform/mail/email-address.ts';
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
  const hint = needsSmtpUtf8(email)
    ? 'A reply does not go to this address, because your mail server may not support it. Please copy it.'
    : 'Your reply goes to this address.';
  return {
    to: { name: siteName, address },
    replyTo: { name, address: email },
    subject,
    text: `${message}\n\n-- \nSent by ${name} <${email}> through ${siteUrl}/contact. ${hint}\n`,
  };
}
