import type { Mail, Mailbox } from './mail.ts';
import {
  Anchor,
  ButtonLink,
  Heading,
  type MailSender,
  Paragraph,
  renderMail,
  Row,
  Small,
} from './mail-layout.tsx';

/** Recipient and sender of an email with a link. */
export interface LinkMailContext {
  /** Null while the address is not confirmed: otherwise anyone could put text of their choice into an email to others. */
  readonly name: string | null;
  readonly email: string;
  readonly sender: MailSender;
}

export interface LinkMailText {
  readonly subject: string;
  /** Text before the link. */
  readonly lead: string;
  readonly link: string;
  /** Label of the button that opens the link. */
  readonly label: string;
  /** Text after the link; empty for none. */
  readonly end: string;
}

/** Renders the same text as plain text and as HTML. The HTML also shows the URL of its button. */
export function linkMail({ name, email, sender }: LinkMailContext, text: LinkMailText): Mail {
  const greeting = name === null ? 'Hello,' : `Hello ${name},`;
  const to: Mailbox = { ...(name === null ? {} : { name }), address: email };
  const { subject } = text;
  return { to, subject, text: plainText(greeting, sender, text), html: html(greeting, sender, text) };
}

function plainText(greeting: string, sender: MailSender, { lead, link, end }: LinkMailText): string {
  const signature = ['-- ', sender.name, ...sender.address, sender.url].join('\n');
  return `${[greeting, lead, link, end, signature].filter((paragraph) => paragraph !== '').join('\n\n')}\n`;
}

function html(
  greeting: string,
  sender: MailSender,
  { subject, lead, link, label, end }: LinkMailText,
): string {
  return renderMail({
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
          {end !== '' && <Paragraph>{end}</Paragraph>}
        </Row>
      </>
    ),
    footer: (
      <Small>
        {[sender.name, ...sender.address].join(' · ')} ·{' '}
        <Anchor sender={sender} href={sender.url}>
          {sender.url}
        </Anchor>
      </Small>
    ),
  });
}
