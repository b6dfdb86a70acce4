import { DomainError } from '#platform/domain-error.ts';
import { type Action, type ArticleAction, findScope, type Role } from './permissions.ts';

/** The user on whose behalf a command runs. Each command checks the permission itself, so that no route can skip it. */
export interface Actor {
  readonly userId: string;
  /** Read from the database for this request. Null for an account without a role. */
  readonly role: Role | null;
}

/** Throws `forbidden` for an account without a role (specification, section 6). */
export function requireRole({ role }: Pick<Actor, 'role'>): void {
  if (role === null) throw new DomainError('forbidden', 'This account has no access to the newsroom.');
}

/** Throws `forbidden` unless the role of the actor allows the action. */
export function requirePermission(actor: Actor, action: Exclude<Action, ArticleAction>): void {
  requireRole(actor);
  if (findScope(actor.role, action) === null) throw forbiddenError();
}

/** Throws `forbidden` unless the role of the actor allows the action with this article. */
export function requireArticlePermission(
  actor: Actor,
  action: ArticleAction,
  { createdBy }: { readonly createdBy: string | null },
): void {
  requireRole(actor);
  const scope = findScope(actor.role, action);
  if (scope === 'all' || (scope === 'own' && createdBy === actor.userId)) return;
  throw forbiddenError();
}

function forbiddenError(): DomainError {
  return new DomainError('forbidden', 'Your role does not allow this.');
}
