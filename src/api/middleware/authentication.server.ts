import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AuthenticatedUser } from '#domain/accounts/account.ts';
import { requirePermission, requireRole } from '#domain/accounts/actor.ts';
import { DomainError } from '#platform/domain-error.ts';

export interface TokenVerifier {
  /** Returns null if the token is invalid or has expired, or if its session has ended. */
  authenticate(accessToken: string): Promise<AuthenticatedUser | null>;
}

export interface AuthenticatedEnv {
  Variables: { user: AuthenticatedUser };
}

/** OpenAPI fields of a route that requires an access token in the `Authorization` header. */
export const bearerAuth: { security: Record<string, string[]>[] } = { security: [{ bearer: [] }] };

/** OpenAPI fields of a route under `/newsroom`. */
export const newsroomRoute: typeof bearerAuth & { tags: string[] } = { ...bearerAuth, tags: ['Newsroom'] };

export function requireSignIn(tokenVerifier: TokenVerifier): MiddlewareHandler<AuthenticatedEnv> {
  return createMiddleware<AuthenticatedEnv>(async (context, next) => {
    context.set('user', await authenticateRequest(tokenVerifier, context.req.header('authorization')));
    await next();
  });
}

/** Requires a role. It is read for each request, so that a change of role takes effect immediately. */
export function requireNewsroomAccess(tokenVerifier: TokenVerifier): MiddlewareHandler<AuthenticatedEnv> {
  return createMiddleware<AuthenticatedEnv>(async (context, next) => {
    const user = await authenticateRequest(tokenVerifier, context.req.header('authorization'));
    requireRole(user);
    context.set('user', user);
    await next();
  });
}

/** Requires a permission, for all routes of an area of the newsroom. Commands check it again. */
export function requireAreaPermission(
  action: Parameters<typeof requirePermission>[1],
): MiddlewareHandler<AuthenticatedEnv> {
  return createMiddleware<AuthenticatedEnv>(async (context, next) => {
    requirePermission(context.var.user, action);
    await next();
  });
}

async function authenticateRequest(
  tokenVerifier: TokenVerifier,
  authorization: string | undefined,
): Promise<AuthenticatedUser> {
  const token = /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(authorization ?? '')?.[1];
  const found = token === undefined ? null : await tokenVerifier.authenticate(token);
  if (found === null) throw new DomainError('unauthenticated');
  return found;
}
