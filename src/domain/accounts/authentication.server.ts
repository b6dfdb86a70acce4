import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountDeps } from './account-deps.server.ts';
import type { SignedInUser } from './account.ts';
import { ROLES } from './permissions.ts';
import { enrolmentRequiredError, lacksRequiredSecondFactor } from './second-factor/requirement.server.ts';
import { session, user, userRoles } from './tables.server.ts';

/** The only accepted algorithm. A token cannot choose another one. */
const Header = z.object({ alg: z.literal('EdDSA'), kid: z.uuid() });
const Claims = z.object({ sub: z.uuid(), sid: z.uuid() });

/**
 * Returns the user of an access token, or null when the token is invalid or expired or its session has ended. The token
 * contains only the ids of user and session. Both, and the role, are read for each call, so that a revocation takes
 * effect immediately. Throws `unauthenticated`, and ends the session, if the role requires a second factor that the account does not
 * have.
 */
export async function authenticate(deps: AccountDeps, accessToken: string): Promise<SignedInUser | null> {
  const header = Header.safeParse(decodeHeader(accessToken));
  if (!header.success) return null;
  const { api, hasKey } = await deps.auth();
  if (!(await hasKey(header.data.kid))) return null;
  // Verifies signature, issuer, audience and expiry.
  const { payload } = await api.verifyJWT({ body: { token: accessToken } });
  const claims = Claims.safeParse(payload);
  return claims.success ? findAuthenticatedUser(deps, claims.data) : null;
}

async function findAuthenticatedUser(
  deps: AccountDeps,
  { sub, sid }: z.infer<typeof Claims>,
): Promise<SignedInUser | null> {
  const { database, clock } = deps;
  const { db } = database;
  const [row] = await db
    .select({ name: user.name, email: user.email, emailVerified: user.emailVerified, role: userRoles.role })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .leftJoin(userRoles, and(eq(userRoles.userId, user.id), inArray(userRoles.role, [...ROLES])))
    .where(
      and(
        eq(session.id, sid),
        eq(session.userId, sub),
        gt(session.expiresAt, clock()),
        isNull(user.suspendedAt),
      ),
    )
    .limit(1);
  if (!row) return null;
  const role = ROLES.find((name) => name === row.role) ?? null;
  if (await lacksRequiredSecondFactor(deps, { userId: sub, role })) {
    await db.delete(session).where(eq(session.id, sid));
    throw enrolmentRequiredError();
  }
  return { ...row, userId: sub, sessionId: sid, role };
}

function decodeHeader(token: string): unknown {
  const [header = ''] = token.split('.', 1);
  try {
    return JSON.parse(Buffer.from(header, 'base64url').toString());
  } catch {
    return null;
  }
}
