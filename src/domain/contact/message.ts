import { ADDRESS_MAX_LENGTH } from '#platform/mail/email-address.ts';

/** Processing state of a message, set by the owner. */
export const MESSAGE_STATES = ['new', 'read', 'archived'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** The fields of the contact form. */
export interface ContactMessage {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
}
export type ContactField = keyof ContactMessage;

/** In characters. The table allows more, so that a limit can be raised without a migration. */
export const MAX_LENGTHS: Readonly<Record<ContactField, number>> = {
  name: 100,
  email: ADDRESS_MAX_LENGTH,
  subject: 200,
  message: 10_000,
};

/** Messages below a field that is empty or invalid. */
export const FIELD_ERROR_MESSAGES: Readonly<Record<ContactField, string>> = {
  name: 'Please enter your name.',
  email: 'Please enter a complete email address, such as you@example.com.',
  subject: 'Please enter a subject.',
  message: 'Please write a message.',
};
