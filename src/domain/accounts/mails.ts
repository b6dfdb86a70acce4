import type { Mail } from '#platform/mail/mail.ts';
import { escapeMarkup } from '#platform/markup.ts';

/** For whom, from whom. */
export interface Letter {
  /** Null while the address is not confirmed: a stranger must not put words into a mail to somebody else. */
  readonly name: string | null;
  readonly email: string;
  readonly siteName: string;
  readonly publicUrl: string;
}

export function welcomeMail(letter: Letter, token: string): Mail {
  const { siteName, publicUrl } = letter;
  return mail(letter, `Confirm your address for ${siteName}`, [
    `somebody created an account at ${siteName} with this address. If it was you, confirm the address and choose the password of the account:`,
    linkOf(publicUrl, '/admin', 'verification', token),
    'The link holds for three days and can be used once. If it was not you, do nothing: the address stays unconfirmed.',
  ]);
}

export function addressTakenMail(letter: Letter): Mail {
  const { siteName, publicUrl } = letter;
  return mail(letter, `Your account at ${siteName}`, [
    `somebody tried to create an account at ${siteName} with this address, which has one already. If it was you, sign in, or choose a new password if you do not remember it:`,
    `${publicUrl}/login`,
    'If it was not you, nothing needs to be done: nothing was changed.',
  ]);
}

export function passwordResetMail(letter: Letter, token: string): Mail {
  const { siteName, publicUrl } = letter;
  return mail(letter, `Choose a new password for ${siteName}`, [
    `somebody asked for a new password for your account at ${siteName}. Choose it here:`,
    linkOf(publicUrl, '/login', 'reset', token),
    'The link holds for one hour and can be used once. Whoever is signed in to your account will have to sign in again. If it was not you, do nothing: your password stays as it is.',
  ]);
}

/** A link into the site that hands over a token. */
export function linkOf(
  publicUrl: string,
  path: string,
  name: 'verification' | 'reset',
  token: string,
): string {
  return `${publicUrl}${path}?${name}=${encodeURIComponent(token)}`;
}

/** The same words as text and as plain HTML. */
function mail(
  { name, email, siteName, publicUrl }: Letter,
  subject: string,
  paragraphs: readonly string[],
): Mail {
  const all = [name === null ? 'Hello,' : `Hello ${name},`, ...paragraphs, `${siteName}\n${publicUrl}`];
  return {
    to: { ...(name === null ? {} : { name }), address: email },
    subject,
    text: `${all.join('\n\n')}\n`,
    html: all.map((paragraph) => `<p>${linked(escaped(paragraph))}</p>`).join('\n'),
  };
}

/** What somebody calls themselves is text, also where HTML is written. */
function escaped(text: string): string {
  return escapeMarkup(text).replaceAll('\n', '<br>');
}

function linked(html: string): string {
  return html.replace(/^https?:\/\/\S+$/, (url) => `<a href="${url}">${url}</a>`);
}
