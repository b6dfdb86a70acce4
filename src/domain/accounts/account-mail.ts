import type { Mail } from '#platform/mail/mail.ts';
import { linkMail, type LinkMailContext } from '#platform/mail/link-mail.tsx';
import type { Role } from './permissions.ts';
import { tokenUrl } from './token-url.ts';

export function verificationMail(context: LinkMailContext, token: string): Mail {
  const { name: siteName, url: publicUrl } = context.sender;
  return linkMail(context, {
    subject: `Confirm your address for ${siteName}`,
    lead: `Someone created an account at ${siteName} with this address. If this was you, confirm the address and choose a password:`,
    link: tokenUrl(publicUrl, '/admin', 'verification', token),
    label: 'Confirm address',
    end: "The link expires in three days and can be used once. If this wasn't you, ignore this email: the address stays unconfirmed.",
  });
}

/** The invitation of someone whose address is not confirmed: `inviter` is the name of an administrator. */
export function invitationMail(
  context: LinkMailContext,
  { token, role, inviter }: { readonly token: string; readonly role: Role; readonly inviter: string },
): Mail {
  const { name: siteName, url: publicUrl } = context.sender;
  const article = /^[ae]/.test(role) ? 'an' : 'a';
  return linkMail(context, {
    subject: `Join the newsroom of ${siteName}`,
    lead: `${inviter} invited you to the newsroom of ${siteName} as ${article} ${role}. Confirm your address and choose a password:`,
    link: tokenUrl(publicUrl, '/admin', 'verification', token),
    label: 'Accept invitation',
    end: 'The link expires in three days and can be used once. If you do not know the sender, ignore this email.',
  });
}

export function accountExistsMail(context: LinkMailContext): Mail {
  const { name: siteName, url: publicUrl } = context.sender;
  return linkMail(context, {
    subject: `Your account at ${siteName}`,
    lead: `Someone tried to create an account at ${siteName} with this address, which already has one. If this was you, sign in, or reset your password if you have forgotten it:`,
    link: `${publicUrl}/login`,
    label: 'Sign in',
    end: "If this wasn't you, ignore this email: nothing has changed.",
  });
}

export function passwordResetMail(context: LinkMailContext, token: string): Mail {
  const { name: siteName, url: publicUrl } = context.sender;
  return linkMail(context, {
    subject: `Choose a new password for ${siteName}`,
    lead: `Someone asked to reset the password of your account at ${siteName}. Choose a new password here:`,
    link: tokenUrl(publicUrl, '/login', 'reset', token),
    label: 'Choose a new password',
    end: "The link expires in one hour and can be used once. All devices that are signed in to your account will have to sign in again. If this wasn't you, ignore this email: your password stays the same.",
  });
}
