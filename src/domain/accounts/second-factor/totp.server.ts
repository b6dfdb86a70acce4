import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
/** Steps before and after the present one, for clocks that differ (RFC 6238, section 5.2). */
const WINDOW = 1;
/** Bytes; the length of the hash (RFC 4226, section 4). */
const SECRET_BYTES = 20;

// Authenticator apps support no other values reliably.
const OPTIONS = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const;

/** A new secret in base32. */
export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The URI that an authenticator app reads from a QR code. */
export function totpUri(secret: string, { siteName, email }: { siteName: string; email: string }): string {
  return new TOTP({
    ...OPTIONS,
    secret: Secret.fromBase32(secret),
    issuer: siteName,
    label: email,
  }).toString();
}

/** Whether a text has the form of a code; everything else may be a recovery code. */
export const isTotpCode = (code: string): boolean => /^[0-9]{6}$/.test(code);

/** The number of the 30-second step since 1970 to which a code of six digits belongs, or null for a wrong one. */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  // The library throws for other characters of more than one byte.
  if (!isTotpCode(code)) return null;
  const totp = new TOTP({ ...OPTIONS, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / (PERIOD_SECONDS * 1000)) + delta;
}
