import type { Mailbox, OutgoingMail } from './mail.ts';

/**
 * In the words of nodemailer. Addresses stay objects: written as text, one with a comma or a line break in it
 * would become two recipients.
 */
export function compose({ from, to, replyTo, messageId, headers, ...mail }: OutgoingMail) {
  return {
    from: box(from),
    to: box(to),
    ...(replyTo ? { replyTo: box(replyTo) } : {}),
    subject: mail.subject,
    text: mail.text,
    ...(mail.html === undefined ? {} : { html: mail.html }),
    messageId: `<${messageId}>`,
    date: mail.date,
    // So that holiday notices are not sent back to a machine (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function box({ name = '', address }: Mailbox) {
  return { name, address };
}
