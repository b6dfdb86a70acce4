import { needsSmtpUtf8 } from './email-address.ts';
import type { Mailbox, OutgoingMail } from './mail.ts';

/**
 * Converts an email to the message options of nodemailer. Addresses stay objects: as text, an address with a comma or a
 * line break would become two recipients.
 */
export function toNodemailerMessage({ from, to, replyTo, messageId, headers, ...mail }: OutgoingMail) {
  return {
    from: toAddress(from),
    to: toAddress(to),
    ...(replyTo && isAllowedInHeader(replyTo, to) ? { replyTo: toAddress(replyTo) } : {}),
    subject: mail.subject,
    text: mail.text,
    ...(mail.html === undefined ? {} : { html: mail.html }),
    messageId: `<${messageId}>`,
    date: mail.date,
    // Suppresses automatic replies such as out-of-office notices (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** With other than ASCII characters before the @, a header needs an email that is sent with SMTPUTF8 (RFC 6532). */
const isAllowedInHeader = (replyTo: Mailbox, to: Mailbox): boolean =>
  needsSmtpUtf8(to.address) || !needsSmtpUtf8(replyTo.address);

function toAddress({ name = '', address }: Mailbox) {
  return { name, address };
}
