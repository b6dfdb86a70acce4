import { z } from 'zod';

const LONGEST_EMAIL = 254;
const LONGEST_NAME = 100;

/** Characters, not bytes; a phrase is welcome. What takes longer to hash than this is somebody wasting our time. */
export const PASSWORD_LENGTH = { min: 10, max: 128 } as const;

const CREDENTIALS_MISSING = 'Please enter email and password';
const PASSWORD_MISSING = 'Please choose a password';
const NAME_MISSING = 'Please enter your name';
const ADDRESS_INVALID = 'Please enter a valid email address';
const TOO_LONG = `Please use at most ${PASSWORD_LENGTH.max} characters`;

/** An address as accounts keep it: addresses that differ in case only belong to one person. */
export const EmailAddress = z
  .string(CREDENTIALS_MISSING)
  .trim()
  .min(1, CREDENTIALS_MISSING)
  .max(LONGEST_EMAIL, `Please use an address of at most ${LONGEST_EMAIL} characters`)
  .toLowerCase()
  // As browsers check the field, and as mail can be sent to.
  .pipe(z.email(ADDRESS_INVALID).regex(z.regexes.html5Email, ADDRESS_INVALID));

const PersonName = z
  .string(NAME_MISSING)
  .trim()
  .min(1, NAME_MISSING)
  .max(LONGEST_NAME, `Please use at most ${LONGEST_NAME} characters`)
  // Names stand in mails and lists, where a line break or a hidden change of direction would make mischief.
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u, 'Please enter a name on one line');

/** Long enough, and no surprise: what exactly makes a new one good is asked of `weaknessOf`. */
const passwordOr = (missing: string) =>
  z
    .string(missing)
    .min(1, missing)
    .max(PASSWORD_LENGTH.max * 4, TOO_LONG)
    .refine((password) => [...password].length <= PASSWORD_LENGTH.max, TOO_LONG);
const Password = passwordOr(CREDENTIALS_MISSING);
const ChosenPassword = passwordOr(PASSWORD_MISSING);

export const NewAccount = z.strictObject({ name: PersonName, email: EmailAddress, password: Password });
export type NewAccount = z.infer<typeof NewAccount>;

export const Credentials = z.strictObject({ email: EmailAddress, password: Password });
export type Credentials = z.infer<typeof Credentials>;

const MailedToken = z.string().max(200, 'This link is not one of ours');

export const NewPassword = z.strictObject({ token: MailedToken, password: ChosenPassword });
export type NewPassword = z.infer<typeof NewPassword>;

export const MailedLink = z.strictObject({ token: MailedToken });

/** Confirms an address. Without a name the account keeps the one it has. */
export const EmailVerification = NewPassword.extend({ name: PersonName.optional() });
export type EmailVerification = z.infer<typeof EmailVerification>;

/** The account a link belongs to. */
export interface LinkAccount {
  readonly name: string;
  readonly email: string;
}

/** Who has an account, as shown to themselves. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

/** What a browser keeps of a session. */
export interface Session {
  /** A JSON Web Token for the `Authorization` header. */
  readonly accessToken: string;
  /** Opaque and good for one use: each use answers with its successor. */
  readonly refreshToken: string;
  /** When the access token ends, in seconds since 1970. */
  readonly expiresAt: number;
  /** Seconds from now until then. */
  readonly expiresIn: number;
  readonly user: Person;
}

/** Who asks, as the database knows them at this moment. */
export interface SignedIn {
  readonly userId: string;
  readonly sessionId: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly role: 'admin' | null;
}
