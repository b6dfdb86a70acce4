import { DAY_MS } from '#platform/durations.ts';

/**
 * `pending` has not confirmed yet, `confirmed` receives issues, `unsubscribed` has ended the subscription, `suspended` was
 * refused by its mail server `MAX_REFUSALS` times in a row, `blocked` never receives any email from the newsletter.
 */
export const SUBSCRIBER_STATES = ['pending', 'confirmed', 'unsubscribed', 'suspended', 'blocked'] as const;
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number];

/** Consent text below the form. It is stored verbatim with the address as proof of consent. */
export const consentSentence = (siteName: string) =>
  `You agree to receive ${siteName}'s free weekly newsletter by email. ` +
  'You can unsubscribe from any issue with one click.';

/** Confirmation emails per hour, to all addresses together. Further ones are deferred. */
export const CONFIRMATIONS_PER_HOUR = 200;

/** Milliseconds between two confirmation emails to one address. */
export const CONFIRMATION_INTERVAL_MS = DAY_MS;

/** Consecutive refused issues after which an address is suspended. */
export const MAX_REFUSALS = 3;

/**
 * State of imported rows without a status of their own. `pending`: an administrator has to release the confirmation
 * emails. `confirmed`: accepted only with proof, which is the consent text and the time of the confirmation.
 */
export const IMPORTED_AS = ['pending', 'confirmed'] as const;
export type ImportedAs = (typeof IMPORTED_AS)[number];
