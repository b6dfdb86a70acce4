import type { BetterAuthPlugin } from '@better-auth/core';
import { createAuthEndpoint } from '@better-auth/core/api';
import { getJwtToken, type JwtOptions } from 'better-auth/plugins/jwt';
import { z } from 'zod';
import type { Person, Session } from './account.ts';
import { sealRefreshToken } from './refresh-token.server.ts';
import { rotate, type RotationParts } from './rotating.server.ts';

export interface RotationOptions extends RotationParts {
  readonly jwt: JwtOptions;
  /** Life of an access token. */
  readonly accessSeconds: number;
  /** Signs the refresh tokens. */
  readonly key: string;
}

type EndpointContext = Parameters<typeof getJwtToken>[0];
type Subject = NonNullable<EndpointContext['context']['session']>;

/**
 * What better-auth has not: a short access token beside a refresh token that changes at each use. The endpoints have no
 * address; they are called as functions.
 */
export function rotation(options: RotationOptions) {
  async function issue(context: EndpointContext, subject: Subject): Promise<Session> {
    context.context.session = subject;
    const accessToken = await getJwtToken(context, options.jwt);
    return {
      accessToken,
      refreshToken: sealRefreshToken(
        { sessionId: subject.session.id, secret: subject.session.token },
        options.key,
      ),
      // The token's own clock is the process's, and so is this.
      expiresAt: Math.floor(Date.now() / 1000) + options.accessSeconds,
      expiresIn: options.accessSeconds,
      user: personOf(subject.user),
    };
  }

  return {
    id: 'rotation',
    endpoints: {
      /** For somebody who has proved to be the person. Null if the account is gone. */
      openSession: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ userId: z.string() }) },
        async (context): Promise<Session | null> => {
          const { internalAdapter } = context.context;
          const user = await internalAdapter.findUserById(context.body.userId);
          return user && issue(context, { session: await internalAdapter.createSession(user.id), user });
        },
      ),
      /** Null when there is no session left, or this very secret has ended it. */
      rotateSession: createAuthEndpoint.serverOnly(
        { method: 'POST', body: z.object({ sessionId: z.string(), secret: z.string() }) },
        async (context): Promise<Session | null> => {
          const row = await rotate(context.body, options);
          const user = row && (await context.context.internalAdapter.findUserById(row.userId));
          return row && user ? issue(context, { session: row, user }) : null;
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

function personOf({ id, name, email, emailVerified }: Person): Person {
  return { id, name, email, emailVerified };
}
