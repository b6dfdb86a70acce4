import { z } from 'zod';
import { NewPassword } from '../account.ts';
import { PersonName } from '../person-name.ts';

/** The password of the account, which changes of it ask for. Its length is that of any input. */
export const CurrentPassword = z
  .string('Please enter your password')
  .min(1, 'Please enter your password')
  .max(512, 'This is not your password');

export const NameChange = z.strictObject({ name: PersonName });
export type NameChange = z.infer<typeof NameChange>;

export const PasswordChange = z.strictObject({ current_password: CurrentPassword, password: NewPassword });
export type PasswordChange = z.infer<typeof PasswordChange>;

/** The token of a link to a new address. Longer than others, because it contains the address and a session. */
export const EmailChangeToken = z.strictObject({ token: z.string().max(500, 'This link is not valid') });
