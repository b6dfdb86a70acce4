import type { BetterAuthPlugin } from '@better-auth/core';
import { createAuthEndpoint } from '@better-auth/core/api';
import { getJwtToken, type JwtOptions } from 'better-auth/plugins/jwt';
import { z } from 'zod';
import type { SessionUser, Session } from './account.ts';
import { signRefreshToken } from './refresh-token.server.ts';
import { rotateSession, type RotationDeps } from './session-rotation.server.ts';

export interface RotationOptions extends RotationDeps {
  readonly jwt: JwtOptions;
  /** Lifetime of an access token. */
  readonly accessSeconds: number;
  /** Key that signs the refresh tokens. */
  readonly key: string;
}

type EndpointContext = Parameters<typeof getJwtToken>[0];
type Subject = NonNullable<EndpointContext['context']['session']>;

/**
 * A better-auth plugin for short-lived access tokens with rotating refresh tokens, which better-auth does not offer. Its
 * endpoints have no path; they are called as functions.
 */
export function rotationPlugin(options: RotationOptions) {
  async function issue(context: EndpointContext, subject: Subject): Promise<Session> {
    context.context.session = subject;
    const accessToken = await getJwtToken(context, options.jwt);
    return {
      accessToken,
      refreshToken: signRefreshToken(
        { sessionId: subject.session.id, secret: subject.session.token },
        options.key,
      ),
      // `Date.now` and not the injected clock, because better-auth dates the token with it too.
      expiresAt: Math.floor(Date.now() / 1000) + options.accessSeconds,
      expiresIn: options.accessSeconds,
      user: toSessionUser(subject.user),
    };
  }

  return {
    id: 'rotation',
    endpoints: {
      /** Opens a session for a user whose password has been verified. Null if the account no longer exists. */
      openSession: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ userId: z.string(), device: z.string().nullable() }) },
        async (context): Promise<Session | null> => {
          const { internalAdapter } = context.context;
          const { userId, device } = context.body;
          const user = await internalAdapter.findUserById(userId);
          if (!user) return null;
          const session = await internalAdapter.createSession(user.id, false, { userAgent: device });
          return issue(context, { session, user });
        },
      ),
      /** Null when the session has ended, or this call ended it because the secret was reused. */
      rotateSession: createAuthEndpoint.serverOnly(
        {
          method: 'POST',
          body: z.object({ sessionId: z.string(), secret: z.string(), key: z.string().nullable() }),
        },
        async (context): Promise<Session | null> => {
          const row = await rotateSession(context.body, options);
          const user = row && (await context.context.internalAdapter.findUserById(row.userId));
          return row && user ? issue(context, { session: row, user }) : null;
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

function toSessionUser({ id, name, email, emailVerified }: SessionUser): SessionUser {
  return { id, name, email, emailVerified };
}
