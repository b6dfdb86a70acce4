import type { Contact } from '#domain/contact/contact.server.ts';
import { ContactMessageInput } from '#domain/contact/contact-input.server.ts';
import { type ContactField, type ContactMessage, MAX_LENGTHS } from '#domain/contact/message.ts';
import { SENT_PATH } from '#reader/contact/contact-form-messages.ts';
import { refusedContactPage } from '#reader/contact/contact-page.tsx';
import type { FormFields } from './form-body.server.ts';
import type { Form, FormDeps } from './form-route.server.ts';

export interface ContactFormDeps extends Pick<FormDeps, 'publications'> {
  readonly contact: Contact;
}

export function contactForm({ publications, contact }: ContactFormDeps): Form<ContactMessage> {
  return {
    path: '/contact',
    schema: ContactMessageInput,
    async submit(input, { honeypotValue, network }) {
      await contact.send(input, { network, isSuspectedSpam: honeypotValue !== '' });
      return SENT_PATH;
    },
    renderAgain: (fields, { fieldErrors }) =>
      refusedContactPage(publications.current(), { values: truncateFields(fields), fieldErrors }),
  };
}

function truncateFields(fields: FormFields): ContactMessage {
  const value = (field: ContactField) => (fields[field] ?? '').slice(0, MAX_LENGTHS[field]);
  return { name: value('name'), email: value('email'), subject: value('subject'), message: value('message') };
}
