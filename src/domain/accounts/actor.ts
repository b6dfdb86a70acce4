import { DomainError } from '#platform/domain-error.ts';

/** The user on whose behalf a command runs. Each command checks the role itself, so that no route can skip the check. */
export interface Actor {
  readonly userId: string;
  /** Read from the database for this request. Null for an account without a role. */
  readonly role: 'admin' | null;
}

/** Throws `forbidden` unless the actor is an administrator (specification, section 6). */
export function requireAdmin(actor: Actor): void {
  if (actor.role !== 'admin')
    throw new DomainError('forbidden', 'This account has no access to the newsroom.');
}
