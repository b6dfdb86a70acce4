import { PASSWORD_LENGTH } from '#domain/accounts/account.ts';
import { formatCount } from '#ui/format-count.ts';
import { ApiError } from '../api/api-error.ts';
import { PasskeyError } from '../passkeys/authenticator.ts';

export type FieldName = 'name' | 'email' | 'password' | 'code';

/** The error of a form: a message for the form and a message for each invalid field. */
export interface FormError {
  readonly message: string;
  readonly fieldErrors: Readonly<Partial<Record<FieldName, string>>>;
}

const MISSING = 'Please enter email and password';
const NO_NAME = 'Please enter your name';
const NO_EMAIL = 'Please enter your email';
const NO_PASSWORD = 'Please enter a password';
const NOT_AN_EMAIL = 'Please enter a valid email address';
const TOO_SHORT = `Please choose a password of at least ${PASSWORD_LENGTH.min} characters`;

/** The values of the fields that the form has. */
interface FormValues {
  readonly name?: string;
  readonly email?: string;
  readonly password?: string;
  /** Whether the form sets a new password, which must have the minimum length. */
  readonly isNewPassword?: boolean;
}

/** Validates the form before the request. Returns null if it is valid. */
export function validateForm({ name, email, password, isNewPassword }: FormValues): FormError | null {
  const noEmail = email?.trim() === '';
  const noPassword = password === '';
  if (noEmail || noPassword) {
    const fieldErrors = {
      ...(name?.trim() === '' ? { name: NO_NAME } : {}),
      ...(noEmail ? { email: NO_EMAIL } : {}),
      ...(noPassword ? { password: NO_PASSWORD } : {}),
    };
    const isBoth = email !== undefined && password !== undefined;
    return { message: isBoth ? MISSING : (fieldErrors.email ?? NO_PASSWORD), fieldErrors };
  }
  if (name?.trim() === '') return { message: NO_NAME, fieldErrors: { name: NO_NAME } };
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email.trim()))
    return { message: NOT_AN_EMAIL, fieldErrors: { email: NOT_AN_EMAIL } };
  if (isNewPassword === true && [...(password ?? '')].length < PASSWORD_LENGTH.min)
    return { message: TOO_SHORT, fieldErrors: { password: TOO_SHORT } };
  return null;
}

/** The form error for a failed request: the message of the server, or 'Authentication failed'. */
export function formErrorFrom(error: unknown): FormError {
  if (error instanceof PasskeyError) return { message: error.message, fieldErrors: {} };
  if (!(error instanceof ApiError)) return { message: 'Authentication failed', fieldErrors: {} };
  const { name, email, password, code } = error.fields;
  const fieldErrors = {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(password === undefined ? {} : { password }),
    ...(code === undefined ? {} : { code }),
  };
  if (error.status === 429) return { message: `Too many attempts. ${retryText(error)}`, fieldErrors };
  return { message: error.message || 'Authentication failed', fieldErrors };
}

function retryText({ retryAfterSeconds }: ApiError): string {
  if (retryAfterSeconds === null) return 'Please try again later.';
  if (retryAfterSeconds < 90) return `Try again in ${formatCount(retryAfterSeconds, 'second')}.`;
  return `Try again in ${formatCount(Math.ceil(retryAfterSeconds / 60), 'minute')}.`;
}
