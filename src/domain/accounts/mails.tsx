import type { Mail } from '#platform/mail/mail.ts';
import {
  Anchor,
  ButtonLink,
  Heading,
  Paragraph,
  renderMail,
  Row,
  Small,
} from '#platform/mail/mail-layout.tsx';
import { linkOf } from './link-address.ts';

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
  return mail(letter, {
    subject: `Confirm your address for ${siteName}`,
    lead: `somebody created an account at ${siteName} with this address. If it was you, confirm the address and choose the password of the account:`,
    link: linkOf(publicUrl, '/admin', 'verification', token),
    label: 'Confirm address',
    end: 'The link holds for three days and can be used once. If it was not you, do nothing: the address stays unconfirmed.',
  });
}

export function addressTakenMail(letter: Letter): Mail {
  const { siteName, publicUrl } = letter;
  return mail(letter, {
    subject: `Your account at ${siteName}`,
    lead: `somebody tried to create an account at ${siteName} with this address, which has one already. If it was you, sign in, or choose a new password if you do not remember it:`,
    link: `${publicUrl}/login`,
    label: 'Sign in',
    end: 'If it was not you, nothing needs to be done: nothing was changed.',
  });
}

export function passwordResetMail(letter: Letter, token: string): Mail {
  const { siteName, publicUrl } = letter;
  return mail(letter, {
    subject: `Choose a new password for ${siteName}`,
    lead: `somebody asked for a new password for your account at ${siteName}. Choose it here:`,
    link: linkOf(publicUrl, '/login', 'reset', token),
    label: 'Choose a new password',
    end: 'The link holds for one hour and can be used once. Whoever is signed in to your account will have to sign in again. If it was not you, do nothing: your password stays as it is.',
  });
}

interface Words {
  readonly subject: string;
  /** Before the link. */
  readonly lead: string;
  readonly link: string;
  /** Of the button that leads there. */
  readonly label: string;
  /** After the link. */
  readonly end: string;
}

/** The same words as text and as HTML, which also shows the address that its button leads to. */
function mail({ name, email, siteName, publicUrl }: Letter, words: Words): Mail {
  const { subject, lead, link, label, end } = words;
  const greeting = name === null ? 'Hello,' : `Hello ${name},`;
  const all = [greeting, lead, link, end, `${siteName}\n${publicUrl}`];
  return {
    to: { ...(name === null ? {} : { name }), address: email },
    subject,
    text: `${all.join('\n\n')}\n`,
    html: renderMail({
      sender: { name: siteName, url: publicUrl, address: [] },
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
            <ButtonLink href={link}>{label}</ButtonLink>
          </Row>
          <Row style={{ padding: '0 20px 20px' }}>
            <Small>
              <Anchor href={link}>{link}</Anchor>
            </Small>
            <Paragraph>{end}</Paragraph>
          </Row>
        </>
      ),
      footer: (
        <Small>
          {siteName} · <Anchor href={publicUrl}>{publicUrl}</Anchor>
        </Small>
      ),
    }),
  };
}
