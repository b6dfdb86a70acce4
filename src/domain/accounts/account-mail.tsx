import type { Mail } from '#platform/mail/mail.ts';
import {
  Anchor,
  ButtonLink,
  Heading,
  type MailSender,
  Paragraph,
  renderMail,
  Row,
  Small,
} from '#platform/mail/mail-layout.tsx';
import type { Role } from './permissions.ts';
import { tokenUrl } from './token-url.ts';

/** Recipient and sender of an account email. */
export interface EmailContext {
  /** Null while the address is not confirmed: otherwise anyone could put text of their choice into an email to others. */
  readonly name: string | null;
  readonly email: string;
  readonly sender: MailSender;
}

export function verificationMail(context: EmailContext, token: string): Mail {
  const { name: siteName, url: publicUrl } = context.sender;
  return accountMail(context, {
    subject: `Confirm your address for ${siteName}`,
    lead: `Someone created an account at ${siteName} with this address. If this was you, confirm the address and choose a password:`,
    link: tokenUrl(publicUrl, '/admin', 'verification', token),
    label: 'Confirm address',
    end: "The link expires in three days and can be used once. If this wasn't you, ignore this email: the address stays unconfirmed.",
  });
}

/** The invitation of someone whose address is not confirmed: `inviter` is the name of an administrator. */
export function invitationMail(
  context: EmailContext,
  { token, role, inviter }: { readonly token: string; readonly role: Role; readonly inviter: string },
): Mail {
  const { name: siteName, url: publicUrl } = context.sender;
  const article = /^[ae]/.test(role) ? 'an' : 'a';
  return accountMail(context, {
    subject: `Join the newsroom of ${siteName}`,
    lead: `${inviter} invited you to the newsroom of ${siteName} as ${article} ${role}. Confirm your address and choose a password:`,
    link: tokenUrl(publicUrl, '/admin', 'verification', token),
    label: 'Accept invitation',
    end: 'The link expires in three days and can be used once. If you do not know the sender, ignore this email.',
  });
}

export function accountExistsMail(context: EmailContext): Mail {
  const { name: siteName, url: publicUrl } = context.sender;
  return accountMail(context, {
    subject: `Your account at ${siteName}`,
    lead: `Someone tried to create an account at ${siteName} with this address, which already has one. If this was you, sign in, or reset your password if you have forgotten it:`,
    link: `${publicUrl}/login`,
    label: 'Sign in',
    end: "If this wasn't you, ignore this email: nothing has changed.",
  });
}

export function passwordResetMail(context: EmailContext, token: string): Mail {
  const { name: siteName, url: publicUrl } = context.sender;
  return accountMail(context, {
    subject: `Choose a new password for ${siteName}`,
    lead: `Someone asked to reset the password of your account at ${siteName}. Choose a new password here:`,
    link: tokenUrl(publicUrl, '/login', 'reset', token),
    label: 'Choose a new password',
    end: "The link expires in one hour and can be used once. All devices that are signed in to your account will have to sign in again. If this wasn't you, ignore this email: your password stays the same.",
  });
}

export interface EmailText {
  readonly subject: string;
  /** Text before the link. */
  readonly lead: string;
  readonly link: string;
  /** Label of the button that opens the link. */
  readonly label: string;
  /** Text after the link. */
  readonly end: string;
}

/** Renders the same text as plain text and as HTML. The HTML also shows the URL of its button. */
export function accountMail({ name, email, sender }: EmailContext, text: EmailText): Mail {
  const { name: siteName, url: publicUrl } = sender;
  const { subject, lead, link, label, end } = text;
  const greeting = name === null ? 'Hello,' : `Hello ${name},`;
  const paragraphs = [greeting, lead, link, end, `${siteName}\n${publicUrl}`];
  return {
    to: { ...(name === null ? {} : { name }), address: email },
    subject,
    text: `${paragraphs.join('\n\n')}\n`,
    html: renderMail({
      sender,
      subject,
      preview: lead,
      children: (
        <>
          <Row style={{ padding: '32px 20px 20px' }}>
            <Heading>{subject}</Heading>
          </Row>
          <Row style={{ padding: '0 20px' }}>
            <Paragraph>{greeting}</Paragraph>
            <Paragraph>{lead}</Paragraph>
          </Row>
          <Row style={{ padding: '8px 20px 28px' }}>
            <ButtonLink sender={sender} href={link}>
              {label}
            </ButtonLink>
          </Row>
          <Row style={{ padding: '0 20px 20px' }}>
            <Small>
              <Anchor sender={sender} href={link}>
                {link}
              </Anchor>
            </Small>
            <Paragraph>{end}</Paragraph>
          </Row>
        </>
      ),
      footer: (
        <Small>
          {siteName} ·{' '}
          <Anchor sender={sender} href={publicUrl}>
            {publicUrl}
          </Anchor>
        </Small>
      ),
    }),
  };
}
