import { z } from 'zod';

export const userSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  email: z.string().min(1),
  email_verified: z.boolean(),
});

/** The user the session belongs to. */
export type SessionUser = z.infer<typeof userSchema>;

export const sessionSchema = z.object({
  /** Short-lived; sent in the `Authorization` header. */
  access_token: z.string().min(1).max(8192),
  /** Valid for one refresh. */
  refresh_token: z.string().min(1).max(8192),
  /** Seconds since 1970, by the server's clock. */
  expires_at: z.number(),
  /** Lifetime in seconds, counted from the response. */
  expires_in: z.number().positive(),
  token_type: z.literal('bearer'),
  user: userSchema,
  provider_token: z.string().nullable(),
});

/** A session as the API returns it. */
export type Session = z.infer<typeof sessionSchema>;

export const storedSessionSchema = sessionSchema.extend({
  /** Milliseconds since 1970, by the clock of this browser, when the session arrived. */
  received_at: z.number(),
  /** Idempotency key of the requests that refresh it: the response to the first one may be lost. */
  refresh_key: z.string().optional(),
});

/** A session as stored in the browser. */
export type StoredSession = z.infer<typeof storedSessionSchema>;

/** Milliseconds before expiry at which an access token is refreshed. */
const REFRESH_MARGIN_MS = 90_000;

/**
 * Whether less than 90 s remain. The age is counted from the arrival of the session, so that a wrong browser clock does
 * not matter. After the clock was set back the age is unknown (negative), and the session is refreshed.
 */
export function isExpiring({ received_at, expires_in }: StoredSession, now: number): boolean {
  const age = now - received_at;
  return age < 0 || age > expires_in * 1000 - REFRESH_MARGIN_MS;
}
