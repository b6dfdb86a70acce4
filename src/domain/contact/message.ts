/** What the owner has made of a message. */
export const MESSAGE_STATES = ['new', 'read', 'archived'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** What a visitor writes. */
export interface ContactMessage {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
}
export type ContactField = keyof ContactMessage;

/** Characters. The table holds more, so a limit can be raised without a migration. */
export const LONGEST: Readonly<Record<ContactField, number>> = {
  name: 100,
  email: 254,
  subject: 200,
  message: 10_000,
};

/** What stands under a field that is empty or cannot be what it should be. */
export const COMPLAINTS: Readonly<Record<ContactField, string>> = {
  name: 'Please enter your name.',
  email: 'Please enter a whole e-mail address, such as you@example.com.',
  subject: 'Please enter a subject.',
  message: 'Please write a message.',
};
