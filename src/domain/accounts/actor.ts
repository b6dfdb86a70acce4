import { DomainError } from '#platform/domain-error.ts';
import type { TokenGrant } from './api-tokens/api-token.ts';
import { findTokenScope, includesScope } from './api-tokens/token-scopes.ts';
import { type Action, type ArticleAction, findScope, type Role } from './permissions.ts';

/** The user on whose behalf a command runs. Each command checks the permission itself, so that no route can skip it. */
export interface Actor {
  readonly userId: string;
  /** Read from the database for this request. Null for an account without a role. */
  readonly role: Role | null;
  /** The API token of the request, which permits less than the role. None: a session. */
  readonly token?: TokenGrant | undefined;
}

/** Throws `forbidden` for an account without a role (specification, section 6). */
export function requireRole({ role }: Pick<Actor, 'role'>): void {
  if (role === null) throw new DomainError('forbidden', 'This account has no access to the newsroom.');
}

/** Throws `forbidden` unless the role of the actor allows the action, and the API token has its scope. */
export function requirePermission(actor: Actor, action: Exclude<Action, ArticleAction>): void {
  requireRole(actor);
  if (findScope(actor.role, action) === null) throw forbiddenError();
  requireTokenScope(actor, action);
}

/** Throws `forbidden` unless the role of the actor allows the action with this article, and the API token has its scope. */
export function requireArticlePermission(
  actor: Actor,
  action: ArticleAction,
  { createdBy }: { readonly createdBy: string | null },
): void {
  requireRole(actor);
  const scope = findScope(actor.role, action);
  if (scope !== 'all' && (scope !== 'own' || createdBy !== actor.userId)) throw forbiddenError();
  requireTokenScope(actor, action);
}

/** Throws `forbidden` for an API token that lacks the scope of the action. */
export function requireTokenScope({ token }: Pick<Actor, 'token'>, action: Action): void {
  if (token === undefined) return;
  const scope = findTokenScope(action, token.isReading);
  if (scope === null) throw tokenRefusedError();
  if (!includesScope(token.scopes, scope))
    throw new DomainError('forbidden', `This needs an API token with the scope ${scope}.`, {
      challenge: { error: 'insufficient_scope', scope },
    });
}

/** For what no API token may do. */
export function tokenRefusedError(): DomainError {
  return new DomainError('forbidden', 'This cannot be done with an API token.', {
    challenge: { error: 'insufficient_scope' },
  });
}

function forbiddenError(): DomainError {
  return new DomainError('forbidden', 'Your role does not allow this.');
}
