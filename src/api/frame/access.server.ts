import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { SignedIn } from '#domain/accounts/account.ts';
import { Refusal } from '#platform/refusal.ts';

export interface Doorkeeper {
  /** Null for a token that is not ours, has expired, or whose session is over. */
  whoIs(accessToken: string): Promise<SignedIn | null>;
}

export interface SignedInEnv {
  Variables: { signedIn: SignedIn };
}

/** For a route that asks who it is: the access token in the Authorization header says it, and nothing else. */
export const bearer: { security: Record<string, string[]>[] } = { security: [{ bearer: [] }] };

/** For a route under `/newsroom`. */
export const newsroom: typeof bearer & { tags: string[] } = { ...bearer, tags: ['Newsroom'] };

export function requireSignIn(doorkeeper: Doorkeeper): MiddlewareHandler<SignedInEnv> {
  return createMiddleware<SignedInEnv>(async (context, next) => {
    context.set('signedIn', await signedIn(doorkeeper, context.req.header('authorization')));
    await next();
  });
}

/** Lets administrators through. The role is read each time, so that taking it away works at once. */
export function requireAdmin(doorkeeper: Doorkeeper): MiddlewareHandler<SignedInEnv> {
  return createMiddleware<SignedInEnv>(async (context, next) => {
    const asking = await signedIn(doorkeeper, context.req.header('authorization'));
    if (asking.role !== 'admin')
      throw new Refusal('forbidden', 'This account has no access to the newsroom.');
    context.set('signedIn', asking);
    await next();
  });
}

async function signedIn(doorkeeper: Doorkeeper, authorization: string | undefined): Promise<SignedIn> {
  const token = /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(authorization ?? '')?.[1];
  const found = token === undefined ? null : await doorkeeper.whoIs(token);
  if (found === null) throw new Refusal('unauthenticated');
  return found;
}
