const CONTROL_CHARACTERS = /[\p{Cc}\u2028\u2029]+/gu;
const REPLY_PREFIX = /^re\s*:/i;

/**
 * Returns the `mailto:` URL (RFC 6068) of a reply. Special characters in the address and the subject are encoded, so that
 * they add neither header fields nor recipients.
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
  const line = subject.replaceAll(CONTROL_CHARACTERS, ' ').trim();
  return `mailto:${to}?subject=${encodeURIComponent(REPLY_PREFIX.test(line) ? line : `Re: ${line}`)}`;
}
