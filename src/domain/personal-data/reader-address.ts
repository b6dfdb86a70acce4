import { emailAddress } from '#platform/mail/email-address-schema.ts';

/** The email address that identifies a reader. */
export const ReaderAddress = emailAddress({ invalid: 'is not an email address' });
