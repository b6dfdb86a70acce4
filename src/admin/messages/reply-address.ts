const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
const ANSWERED = /^re\s*:/i;

/**
 * A `mailto:` address (RFC 6068) that answers a message. Whatever its writer put into address and subject stays there:
 * it adds no header field and no recipient.
 */
export function replyAddress({
  email,
  subject,
}: {
  readonly email: string;
  readonly subject: string;
}): string {
  const at = email.lastIndexOf('@');
  const to = `${encodeURIComponent(email.slice(0, at))}@${encodeURIComponent(email.slice(at + 1))}`;
  const line = subject.replaceAll(CONTROLS, ' ').trim();
  return `mailto:${to}?subject=${encodeURIComponent(ANSWERED.test(line) ? line : `Re: ${line}`)}`;
}
