import { z } from 'zod';

export const userSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  email: z.string().min(1),
  email_verified: z.boolean(),
});

/** Whom the session belongs to. */
export type SessionUser = z.infer<typeof userSchema>;

export const sessionSchema = z.object({
  /** Short-lived; goes into the Authorization header. */
  access_token: z.string().min(1).max(8192),
  /** Good for one renewal. */
  refresh_token: z.string().min(1).max(8192),
  /** Seconds since 1970, by the server's clock. */
  expires_at: z.number(),
  /** Seconds from when it was answered. */
  expires_in: z.number().positive(),
  token_type: z.literal('bearer'),
  user: userSchema,
  provider_token: z.string().nullable(),
});

/** As the server answers it. */
export type Session = z.infer<typeof sessionSchema>;

export const keptSessionSchema = sessionSchema.extend({
  /** Milliseconds since 1970, by the clock of this browser, when the session arrived. */
  received_at: z.number(),
});

/** As it lies in the browser. */
export type KeptSession = z.infer<typeof keptSessionSchema>;

/** Milliseconds before its end at which an access token is exchanged. */
const MARGIN = 90_000;

/**
 * Whether less than 90 s remain. Counted from when it arrived, so that a browser whose clock is wrong keeps its session
 * like any other; a clock that was set back meanwhile proves nothing, and the session is exchanged.
 */
export function isDue({ received_at, expires_in }: KeptSession, now: number): boolean {
  const age = now - received_at;
  return age < 0 || age > expires_in * 1000 - MARGIN;
}
