import { z } from 'zod';
import { mailAddress } from '#platform/mail/mail.ts';

/** The email address that identifies a reader. Lower case: addresses that differ only in case belong to one person. */
export const ReaderAddress = z
  .string()
  .transform((address) => address.trim().toLowerCase())
  .pipe(mailAddress);
