import { z } from 'zod';
import { ADDRESS_MAX_LENGTH, parseEmailAddress } from './email-address.ts';

/**
 * A schema of an email address, whose output is the canonical form.
 *
 * @param messages.missing for an empty field; default `invalid`
 */
export const emailAddress = (messages: { readonly invalid: string; readonly missing?: string }) =>
  z
    .string(messages.missing ?? messages.invalid)
    .overwrite((text) => parseEmailAddress(text) ?? text.trim())
    .min(1, { error: messages.missing ?? messages.invalid, abort: true })
    .refine((address) => parseEmailAddress(address) === address, messages.invalid)
    .meta({ format: 'idn-email', maxLength: ADDRESS_MAX_LENGTH });
