import { PASSWORD_LENGTH } from '#domain/accounts/account.ts';
import { counted } from '#ui/counted.ts';
import { ApiError } from '../api/api-error.ts';

export type EntryName = 'name' | 'email' | 'password';

/** What is wrong with a form: one sentence for the whole of it, and one for each field that is to blame. */
export interface Complaint {
  readonly message: string;
  readonly fields: Readonly<Partial<Record<EntryName, string>>>;
}

const MISSING = 'Please enter email and password';
const NO_NAME = 'Please enter your name';
const NO_EMAIL = 'Please enter your email';
const NO_PASSWORD = 'Please enter a password';
const NOT_AN_EMAIL = 'Please enter a valid email address';
const TOO_SHORT = `Please choose a password of at least ${PASSWORD_LENGTH.min} characters`;

/** What of the form is asked for. */
interface Entries {
  readonly name?: string;
  readonly email?: string;
  readonly password?: string;
  /** Whether the password is chosen here, and has to be long enough. */
  readonly isNewPassword?: boolean;
}

/** What the form lacks before anybody is asked; null for nothing. */
export function complaintAbout({ name, email, password, isNewPassword }: Entries): Complaint | null {
  const noEmail = email?.trim() === '';
  const noPassword = password === '';
  if (noEmail || noPassword) {
    const fields = {
      ...(noEmail ? { email: NO_EMAIL } : {}),
      ...(noPassword ? { password: NO_PASSWORD } : {}),
    };
    const isBoth = email !== undefined && password !== undefined;
    return { message: isBoth ? MISSING : (fields.email ?? NO_PASSWORD), fields };
  }
  if (name?.trim() === '') return { message: NO_NAME, fields: { name: NO_NAME } };
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email.trim()))
    return { message: NOT_AN_EMAIL, fields: { email: NOT_AN_EMAIL } };
  if (isNewPassword === true && [...(password ?? '')].length < PASSWORD_LENGTH.min)
    return { message: TOO_SHORT, fields: { password: TOO_SHORT } };
  return null;
}

/** What to say when the server refuses: its own words, or 'Authentication failed'. */
export function complaintOf(error: unknown): Complaint {
  if (!(error instanceof ApiError)) return { message: 'Authentication failed', fields: {} };
  const { name, email, password } = error.fields;
  const fields = {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(password === undefined ? {} : { password }),
  };
  if (error.status === 429) return { message: `Too many attempts. ${waitOf(error)}`, fields };
  return { message: error.message || 'Authentication failed', fields };
}

function waitOf({ retryAfterSeconds }: ApiError): string {
  if (retryAfterSeconds === null) return 'Please try again later.';
  if (retryAfterSeconds < 90) return `Try again in ${counted(retryAfterSeconds, 'second')}.`;
  return `Try again in ${counted(Math.ceil(retryAfterSeconds / 60), 'minute')}.`;
}
