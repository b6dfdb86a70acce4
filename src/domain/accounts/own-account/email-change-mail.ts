import type { Mail } from '#platform/mail/mail.ts';
import { linkMail, type LinkMailContext } from '#platform/mail/link-mail.tsx';
import { tokenUrl } from '../token-url.ts';

/** The link to the new address. */
export function emailChangeMail(context: LinkMailContext, token: string): Mail {
  const { name: siteName, url: publicUrl } = context.sender;
  return linkMail(context, {
    subject: `Confirm your new address for ${siteName}`,
    lead: `Someone asked to use this address for their account at ${siteName}. If this was you, confirm it:`,
    link: tokenUrl(publicUrl, '/login', 'address', token),
    label: 'Confirm new address',
    end: "The link expires in one day and can be used once. If this wasn't you, ignore this email: nothing changes.",
  });
}

/** Instead of the link, to an address that has an account. */
export function addressInUseMail(context: LinkMailContext): Mail {
  const { name: siteName, url: publicUrl } = context.sender;
  return linkMail(context, {
    subject: `Your account at ${siteName}`,
    lead: `Someone asked to use this address for their account at ${siteName}, but it already has one. If this was you, sign in to that account, or choose another address:`,
    link: `${publicUrl}/login`,
    label: 'Sign in',
    end: "If this wasn't you, ignore this email: nothing has changed.",
  });
}

/** To the present address, when a change is requested. */
export function emailChangeNotice(context: LinkMailContext, newAddress: string): Mail {
  const { name: siteName, url: publicUrl } = context.sender;
  return linkMail(context, {
    subject: `A new address for your account at ${siteName}`,
    lead: `Someone who knows your password asked to change the address of your account at ${siteName} to ${newAddress}. If this wasn't you, choose a new password now, which makes the request invalid:`,
    link: `${publicUrl}/login`,
    label: 'Open the login page',
    end: 'If this was you, open the link in the email to the new address.',
  });
}

/** To the former address, after the change. */
export function emailChangedMail(context: LinkMailContext): Mail {
  const { name: siteName, url: publicUrl } = context.sender;
  return linkMail(context, {
    subject: `The address of your account at ${siteName} has changed`,
    lead: `The address of your account at ${siteName} has been changed. This address no longer belongs to it.`,
    link: publicUrl,
    label: siteName,
    end: "If this wasn't you, ask an administrator of the site to suspend the account.",
  });
}
