import { z } from 'zod';
import { PersonName } from '../person-name.ts';
import { TOKEN_SCOPES, type TokenScope } from './token-scopes.ts';

export const TOKEN_NAME_MAX_LENGTH = 60;
/** Tokens of one person that have neither expired nor been revoked. */
export const MAX_TOKENS = 20;
/** There is no token without expiry: one that nobody remembers would work forever. */
export const MAX_TOKEN_DAYS = 366;

const TOO_LONG = `Please use at most ${TOKEN_NAME_MAX_LENGTH} characters`;

/** What the owner chooses for a new token. */
export const newApiTokenFields = {
  name: PersonName.refine((name) => name.length <= TOKEN_NAME_MAX_LENGTH, TOO_LONG),
  scopes: z
    .array(z.enum(TOKEN_SCOPES))
    .min(1, 'Please choose at least one')
    .max(TOKEN_SCOPES.length)
    .transform((scopes) => TOKEN_SCOPES.filter((scope) => scopes.includes(scope))),
  expires_on: z.iso
    .date('Please choose a date')
    .meta({ description: `The last day (UTC) of the token, at most ${MAX_TOKEN_DAYS} days ahead.` }),
};
export type NewApiToken = z.infer<z.ZodObject<typeof newApiTokenFields>>;

/** A token, as its owner and administrators see it. */
export interface ApiToken {
  readonly id: string;
  readonly name: string;
  /** The first characters. */
  readonly start: string;
  readonly scopes: readonly TokenScope[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** To the day. Null before the first use. */
  readonly usedAt: Date | null;
}

/** The token with which a request was sent, and what it permits. */
export interface TokenGrant {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  /** Whether the request only reads: the method is GET or HEAD. */
  readonly isReading: boolean;
}
