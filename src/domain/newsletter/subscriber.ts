/**
 * `pending` has asked and not confirmed, `confirmed` gets the issues, `unsubscribed` has left, `suspended` was refused
 * by its mail server again and again, `blocked` is never mailed, whoever asks.
 */
export const SUBSCRIBER_STATES = ['pending', 'confirmed', 'unsubscribed', 'suspended', 'blocked'] as const;
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number];

/** The sentence under the form, which whoever sends it agrees to. It is kept word for word with the address. */
export const consentSentence = (siteName: string) =>
  `By subscribing you agree that ${siteName} sends you its free weekly newsletter by e-mail, until you unsubscribe, ` +
  'which every issue lets you do with one click.';

/** Mails that ask for a confirmation, sent within an hour to all addresses together. More are held back. */
export const CONFIRMATIONS_PER_HOUR = 200;

/** Milliseconds between two such mails to one address. */
export const CONFIRMATION_INTERVAL_MS = 86_400_000;

/** Refused issues in a row after which an address gets no more. */
export const MOST_REFUSALS = 3;

/** An address as two people would call the same one. */
export const normaliseEmail = (email: string) => email.trim().toLowerCase();

/**
 * What imported rows become that do not say it themselves: `pending` waits until an administrator has the confirmation
 * mails sent; `confirmed` is taken only with its proof, the sentence that was agreed to and when.
 */
export const IMPORTED_AS = ['pending', 'confirmed'] as const;
export type ImportedAs = (typeof IMPORTED_AS)[number];
