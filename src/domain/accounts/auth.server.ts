import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { betterAuth } from 'better-auth/minimal';
import { jwt, type JwtOptions } from 'better-auth/plugins/jwt';
import type { CommandDeps } from '#platform/command-deps.ts';
import { uuidv7 } from '#platform/ids.ts';
import type { Log } from '#platform/log.server.ts';
import { IDLE_DAYS } from './session-rotation.server.ts';
import { rotationPlugin } from './rotation-plugin.server.ts';
import { createSigningKeys } from './signing-keys.server.ts';
import { account, jwks, session, user, verification } from './tables.server.ts';

const DAY_SECONDS = 24 * 60 * 60;
const KEY_DAYS = 90;

export interface AuthDeps extends CommandDeps {
  readonly log: Log;
  readonly secret: string;
  /** Issuer of the access tokens. */
  readonly publicUrl: string;
  readonly accessSeconds: number;
}

/**
 * Configures better-auth with the tables of this application. It opens sessions, creates and rotates the signing keys,
 * and signs and verifies access tokens. Its routes, cookies and rate limits are not used: the API has its own routes and
 * calls these endpoints as functions. Passwords are not handled here either: the sign-in of better-auth runs one query
 * more for a known address, and logs a failed query with its values to the console.
 */
export function createAuth({ database, clock, log, secret, publicUrl, accessSeconds }: AuthDeps) {
  const keys = createSigningKeys(database.db, secret);
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
      // No personal data: browsers store the token. Name, address and role are read from the database.
      definePayload: (subject) => ({ sid: subject.session.id }),
    },
    adapter: { getJwks: () => keys.list(), createJwk: (key) => keys.add(key) },
    disableSettingJwtHeader: true,
  };
  const auth = betterAuth({
    baseURL: publicUrl,
    secret,
    // Without transactions: they would need a second connection, and the embedded database has only one.
    database: drizzleAdapter(database.db, {
      provider: 'pg',
      schema: { user, session, account, verification, jwks },
      transaction: false,
    }),
    advanced: { database: { generateId: () => uuidv7() }, ipAddress: { disableIpTracking: true } },
    session: { expiresIn: IDLE_DAYS * DAY_SECONDS },
    plugins: [
      jwt(tokens),
      rotationPlugin({ db: database.db, clock, log, jwt: tokens, accessSeconds, key: secret }),
    ],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      // Omits the other arguments: they may contain an address or a token.
      log: (_level, message) => log.error({ reason: message }, 'better-auth reported an error'),
    },
  });
  return { api: auth.api, hasKey: keys.has };
}

export type Auth = ReturnType<typeof createAuth>;
