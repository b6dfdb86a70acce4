import { z } from 'zod';
import { mailAddress } from '#platform/mail/mail.ts';

/** A reader is an address: addresses that differ in case only belong to one person. */
export const ReaderAddress = z
  .string()
  .transform((address) => address.trim().toLowerCase())
  .pipe(mailAddress);
