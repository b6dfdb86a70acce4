import { and, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import type { AccountParts } from './account-parts.server.ts';
import type { SignedIn } from './account.ts';
import { session, user, userRoles } from './tables.server.ts';

/** No other way of signing is ours, whatever a token says of itself. */
const Header = z.object({ alg: z.literal('EdDSA'), kid: z.uuid() });
const Claims = z.object({ sub: z.uuid(), sid: z.uuid() });

/**
 * Who has sent this access token; null when it is not ours, has expired, or its session is over. The token names person
 * and session only. Whether these still are, and what the person may do, is read each time: rights end at once.
 */
export async function whoIs(parts: AccountParts, accessToken: string): Promise<SignedIn | null> {
  const header = Header.safeParse(headerOf(accessToken));
  if (!header.success) return null;
  const { api, hasKey } = await parts.auth();
  if (!(await hasKey(header.data.kid))) return null;
  // Checks signature, issuer, audience and expiry.
  const { payload } = await api.verifyJWT({ body: { token: accessToken } });
  const claims = Claims.safeParse(payload);
  return claims.success ? findSignedIn(parts, claims.data) : null;
}

async function findSignedIn(
  { database: { db }, clock }: AccountParts,
  { sub, sid }: z.infer<typeof Claims>,
): Promise<SignedIn | null> {
  const [row] = await db
    .select({ name: user.name, email: user.email, emailVerified: user.emailVerified, role: userRoles.role })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .leftJoin(userRoles, and(eq(userRoles.userId, user.id), eq(userRoles.role, 'admin')))
    .where(and(eq(session.id, sid), eq(session.userId, sub), gt(session.expiresAt, clock())))
    .limit(1);
  if (!row) return null;
  return { ...row, userId: sub, sessionId: sid, role: row.role === 'admin' ? 'admin' : null };
}

function headerOf(token: string): unknown {
  const [header = ''] = token.split('.', 1);
  try {
    return JSON.parse(Buffer.from(header, 'base64url').toString());
  } catch {
    return null;
  }
}
