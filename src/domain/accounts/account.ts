import { z } from 'zod';
import { emailAddress } from '#platform/mail/email-address-schema.ts';
import type { TokenGrant } from './api-tokens/api-token.ts';
import { Assertion } from './passkeys/passkey.ts';
import { NewPasskeyInput } from './passkeys/passkey-name.ts';
import type { Role } from './permissions.ts';
import { PersonName } from './person-name.ts';

/** In characters, not bytes. The maximum leaves room for a passphrase and bounds the cost of hashing. */
export const PASSWORD_LENGTH = { min: 10, max: 128 } as const;

/** Shown instead of the form of a sign-up, and the error of the API, while the setting closes sign-up. */
export const SIGN_UP_CLOSED = 'Accounts are by invitation only. Please ask an administrator to invite you.';

const MISSING_CREDENTIALS = 'Please enter email and password';
const MISSING_PASSWORD = 'Please choose a password';
const INVALID_EMAIL = 'Please enter a valid email address';
const TOO_LONG = `Please use at most ${PASSWORD_LENGTH.max} characters`;

/** An email address as stored with an account. */
export const EmailAddress = emailAddress({
  invalid: INVALID_EMAIL,
  missing: 'Please enter an email address',
});
/** The same, in a form that also asks for the password. */
const SignInEmail = emailAddress({ invalid: INVALID_EMAIL, missing: MISSING_CREDENTIALS });

/** Checks presence and maximum length only. `findPasswordWeakness` checks the strength of a new password. */
const passwordSchema = (missingMessage: string) =>
  z
    .string(missingMessage)
    .min(1, missingMessage)
    .max(PASSWORD_LENGTH.max * 4, TOO_LONG)
    .refine((password) => [...password].length <= PASSWORD_LENGTH.max, TOO_LONG);
const Password = passwordSchema(MISSING_CREDENTIALS);
export const NewPassword = passwordSchema(MISSING_PASSWORD);

export const SignUpInput = z.strictObject({ name: PersonName, email: SignInEmail, password: Password });
export type SignUpInput = z.infer<typeof SignUpInput>;

/** A code of an authenticator app or a recovery code, with spaces or hyphens. */
export const SecondFactorCode = z
  .string('Please enter the code')
  .trim()
  .min(1, 'Please enter the code')
  .max(40, 'This code is not valid');

export const Credentials = z.strictObject({
  email: SignInEmail,
  password: Password,
  code: SecondFactorCode.optional(),
  /** In place of the code. */
  passkey: Assertion.optional(),
  /** In place of the first code, for an account whose role requires a second factor that it does not have. */
  new_passkey: NewPasskeyInput.optional(),
});
export type Credentials = z.infer<typeof Credentials>;

const LinkToken = z.string().max(200, 'This link is not valid');

export const PasswordResetInput = z.strictObject({ token: LinkToken, password: NewPassword });
export type PasswordResetInput = z.infer<typeof PasswordResetInput>;

export const LinkTokenInput = z.strictObject({ token: LinkToken });

/** Confirms an address. Without a name the account keeps its current name. */
export const EmailVerificationInput = PasswordResetInput.extend({ name: PersonName.optional() });
export type EmailVerificationInput = z.infer<typeof EmailVerificationInput>;

/** The account a link belongs to. */
export interface LinkAccount {
  readonly name: string;
  readonly email: string;
}

/** The owner of an account, as returned to that owner. */
export interface SessionUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

/** A session as the browser stores it. */
export interface Session {
  /** A JSON Web Token for the `Authorization` header. */
  readonly accessToken: string;
  /** Opaque and single-use: each refresh returns a new one. */
  readonly refreshToken: string;
  /** When the access token expires, in seconds since 1970. */
  readonly expiresAt: number;
  /** Seconds until the access token expires. */
  readonly expiresIn: number;
  readonly user: SessionUser;
}

/** A session that a sign-in has opened. */
export interface NewSession extends Session {
  /** Null unless the sign-in has set up the second factor. */
  readonly recoveryCodes: readonly string[] | null;
}

/** The user who sent a request, read from the database for that request. */
export interface AuthenticatedUser {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly role: Role | null;
  /** Of a request with an API token. */
  readonly token?: TokenGrant | undefined;
}

/** The user of a request with the access token of a session. */
export interface SignedInUser extends AuthenticatedUser {
  readonly sessionId: string;
  readonly token?: undefined;
}
