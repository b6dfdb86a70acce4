import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { betterAuth } from 'better-auth/minimal';
import { jwt, type JwtOptions } from 'better-auth/plugins/jwt';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { uuidv7 } from '#platform/ids.ts';
import type { Log } from '#platform/log.server.ts';
import { IDLE_DAYS } from './rotating.server.ts';
import { rotation } from './rotation.server.ts';
import { keepSigningKeys } from './signing-keys.server.ts';
import { account, jwks, session, user, verification } from './tables.server.ts';

const DAY_SECONDS = 24 * 60 * 60;
const KEY_DAYS = 90;

export interface AuthParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly secret: string;
  /** Issuer of the access tokens. */
  readonly publicUrl: string;
  readonly accessSeconds: number;
}

/**
 * better-auth on our tables: it opens sessions, makes and replaces the signing keys, and signs and checks access tokens.
 * Its routes, its cookies and its limits are not used: the API has its own routes, and what they need is called here as
 * functions. Passwords are not its business either: its own sign-in takes one query more for a known address, and
 * writes a failed one with its values to the console.
 */
export function createAuth({ database, clock, log, secret, publicUrl, accessSeconds }: AuthParts) {
  const keys = keepSigningKeys(database.db, secret);
  const tokens: JwtOptions = {
    jwks: {
      keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' },
      rotationInterval: KEY_DAYS * DAY_SECONDS,
      gracePeriod: DAY_SECONDS,
    },
    jwt: {
      issuer: publicUrl,
      audience: `${publicUrl}/api`,
      expirationTime: `${accessSeconds}s`,
      // Nothing of the person: the token lies in a browser. Who it is, and what they may do, the database says.
      definePayload: (subject) => ({ sid: subject.session.id }),
    },
    adapter: { getJwks: () => keys.list(), createJwk: (key) => keys.add(key) },
    disableSettingJwtHeader: true,
  };
  const auth = betterAuth({
    baseURL: publicUrl,
    secret,
    // No transactions of its own: it would take a second connection, which the embedded database has not.
    database: drizzleAdapter(database.db, {
      provider: 'pg',
      schema: { user, session, account, verification, jwks },
      transaction: false,
    }),
    advanced: { database: { generateId: () => uuidv7() }, ipAddress: { disableIpTracking: true } },
    session: { expiresIn: IDLE_DAYS * DAY_SECONDS },
    plugins: [
      jwt(tokens),
      rotation({ db: database.db, clock, log, jwt: tokens, accessSeconds, key: secret }),
    ],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      // Without what else it would tell: that may be an address or a token.
      log: (_level, message) => log.error({ reason: message }, 'the session library complains'),
    },
  });
  return { api: auth.api, hasKey: keys.has };
}

export type Auth = ReturnType<typeof createAuth>;
