import { createMailSender } from '#domain/site/mail-sender.ts';
import type { Site } from '#domain/site/site.ts';
import { linkMail } from '#platform/mail/link-mail.tsx';
import type { Mail } from '#platform/mail/mail.ts';
import { toSingleLine } from '#platform/unsafe-characters.ts';
import { type DisabledReason, FAILING_DAYS } from './webhook.ts';

interface DisabledMail {
  readonly email: string;
  /** The name of the webhook. */
  readonly webhook: string;
  readonly reason: DisabledReason;
  readonly site: Site;
}

const REASONS: Readonly<Record<DisabledReason, string>> = {
  gone: 'Its receiver answered with 410 Gone, which means that it wants no more events.',
  failing: `Its receiver has not accepted any event for ${FAILING_DAYS} days.`,
  unreadable_secret:
    'Its signing secret cannot be decrypted with the secrets of this installation. Create a new one and give it to the receiver.',
};

/** Tells an administrator that a webhook was switched off. */
export function disabledMail({ email, webhook: name, reason, site }: DisabledMail): Mail {
  const webhook = onOneLine(name);
  return linkMail(
    { name: null, email, sender: createMailSender(site) },
    {
      subject: `Webhook switched off: ${webhook}`,
      lead: `The webhook “${webhook}” of ${site.name} was switched off. ${REASONS[reason]} Events are not sent to it any more. Its delivery log is in the newsroom, where you can switch it on again:`,
      link: `${site.url}/admin?tab=webhooks`,
      label: 'Open webhooks',
      end: '',
    },
  );
}

/** A name that was stored before names had to be on one line would be refused as a subject, and the webhook stay on. */
const onOneLine = (name: string): string => toSingleLine(name);
