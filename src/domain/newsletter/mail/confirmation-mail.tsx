import type { Site } from '#domain/site/site.ts';
import type { Mail } from '#platform/mail/mail.ts';
import {
  Anchor,
  ButtonLink,
  Heading,
  Paragraph,
  renderMail,
  Row,
  Sender,
  Small,
} from '#platform/mail/mail-layout.tsx';
import { createMailSender } from '#domain/site/mail-sender.ts';

interface Confirmation {
  /** How the address was added. Nobody has entered an imported one in the form. */
  readonly source: 'form' | 'import';
  readonly consent: string;
  readonly links: { readonly confirm: string; readonly unsubscribe: string };
}

/** Renders the email that asks the owner of an address to confirm the subscription. */
export function renderConfirmationMail(
  site: Site,
  { source, consent, links }: Confirmation,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const sender = createMailSender(site);
  const subject = `Confirm your subscription to ${site.name}`;
  const asked =
    source === 'form'
      ? `Someone (hopefully you) asked for the weekly newsletter of ${site.name} with this address.`
      : `This address is on a list of readers that ${site.name} has moved to its own newsletter.`;
  const ignore =
    source === 'form'
      ? "If this wasn't you, ignore this email. We won't write again."
      : "If you don't want it, ignore this email. We won't write again.";
  const remove = 'Or remove this address from our list:';
  const text = [
    asked,
    `Open this page and press the button to confirm:\n${links.confirm}`,
    consent,
    ignore,
    `${remove}\n${links.unsubscribe}`,
    `-- \n${[site.name, ...site.owner.address].join('\n')}`,
  ];
  const html = renderMail({
    sender,
    subject,
    preview: 'Confirm your subscription with one click.',
    children: (
      <>
        <Row style={{ padding: '32px 20px 20px' }}>
          <Heading>One more step</Heading>
        </Row>
        <Row style={{ padding: '0 20px' }}>
          <Paragraph>{asked} Please confirm that you want it:</Paragraph>
        </Row>
        <Row style={{ padding: '8px 20px 28px' }}>
          <ButtonLink sender={sender} href={links.confirm}>
            Confirm my subscription
          </ButtonLink>
        </Row>
        <Row style={{ padding: '0 20px 20px' }}>
          <Small>{consent}</Small>
          <Small>{ignore}</Small>
        </Row>
      </>
    ),
    footer: (
      <>
        <Small>
          {remove}{' '}
          <Anchor sender={sender} href={links.unsubscribe}>
            Unsubscribe
          </Anchor>
        </Small>
        <Sender sender={sender} />
      </>
    ),
  });
  return { subject, text: `${text.join('\n\n')}\n`, html };
}
