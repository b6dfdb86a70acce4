import type { Context, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AuthenticatedUser, SignedInUser } from '#domain/accounts/account.ts';
import {
  requirePermission,
  requireRole,
  requireTokenScope,
  tokenRefusedError,
} from '#domain/accounts/actor.ts';
import { TOKEN_PREFIX } from '#domain/accounts/api-tokens/token-format.server.ts';
import type { VerifyToken } from '#domain/accounts/api-tokens/verify-token.server.ts';
import { networkOf } from '#http/network.server.ts';
import { DomainError } from '#platform/domain-error.ts';
import { findRoleAction, findTokenAction } from '../areas.ts';

interface SessionVerifier {
  /** Returns null if the token is invalid or has expired, or if its session has ended. */
  authenticate(accessToken: string): Promise<SignedInUser | null>;
}

interface TokenVerifier extends SessionVerifier {
  readonly verifyApiToken: VerifyToken;
}

export interface AuthenticatedEnv {
  Variables: { user: AuthenticatedUser };
}

export interface SignedInEnv {
  Variables: { user: SignedInUser };
}

/** OpenAPI fields of a route that requires an access token in the `Authorization` header. */
export const bearerAuth: { security: Record<string, string[]>[] } = { security: [{ bearer: [] }] };

/** OpenAPI fields of a route under `/newsroom`. */
export const newsroomRoute: typeof bearerAuth & { tags: string[] } = { ...bearerAuth, tags: ['Newsroom'] };

/** The errors of every route under `/newsroom` with input, for `problems()`. */
export const NEWSROOM_ERRORS = ['invalid', 'unauthenticated', 'forbidden'] as const;

/** OpenAPI fields of a route about the signed-in account. */
export const accountRoute: typeof newsroomRoute = { ...bearerAuth, tags: ['Accounts'] };

/** Requires a session. No API token is accepted: what belongs to the account is out of its reach. */
export function requireSignIn(verifier: SessionVerifier): MiddlewareHandler<SignedInEnv> {
  return createMiddleware<SignedInEnv>(async (context, next) => {
    const token = bearerToken(context);
    if (token?.startsWith(TOKEN_PREFIX) === true) throw tokenRefusedError();
    context.set('user', await findSignedIn(verifier, token));
    await next();
  });
}

/**
 * Requires a role, and the permission of the area if the path is in one. They are read for each request, so that a change of role
 * takes effect immediately. Commands check the permission again.
 *
 * @param path the path of a request below the API
 */
export function requireNewsroomAccess(
  verifier: TokenVerifier,
  options: { readonly trustProxy: number; readonly path: (context: Context) => string },
): MiddlewareHandler<AuthenticatedEnv> {
  return createMiddleware<AuthenticatedEnv>(async (context, next) => {
    const user = await authenticate(verifier, context, options.trustProxy);
    requireRole(user);
    requireAreaPermission(user, options.path(context));
    context.set('user', user);
    await next();
  });
}

function requireAreaPermission(user: AuthenticatedUser, path: string): void {
  const action = findRoleAction(path);
  if (action !== null) requirePermission(user, action);
  if (user.token === undefined) return;
  const tokenAction = findTokenAction(path);
  if (tokenAction === null) throw tokenRefusedError();
  requireTokenScope(user, tokenAction);
}

async function authenticate(
  verifier: TokenVerifier,
  context: Context,
  trustProxy: number,
): Promise<AuthenticatedUser> {
  const token = bearerToken(context);
  if (token?.startsWith(TOKEN_PREFIX) !== true) return findSignedIn(verifier, token);
  const isReading = context.req.method === 'GET' || context.req.method === 'HEAD';
  const found = await verifier.verifyApiToken(token, { network: networkOf(context, trustProxy), isReading });
  // The same for every reason.
  if (found === null)
    throw new DomainError('unauthenticated', 'This API token is not valid.', {
      challenge: { error: 'invalid_token' },
    });
  return found;
}

async function findSignedIn(verifier: SessionVerifier, token: string | undefined): Promise<SignedInUser> {
  const found = token === undefined ? null : await verifier.authenticate(token);
  if (found === null) throw new DomainError('unauthenticated');
  return found;
}

/** Several `Authorization` headers arrive joined with commas, and are no token. */
function bearerToken({ req }: Context): string | undefined {
  return /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(req.header('authorization') ?? '')?.[1];
}
