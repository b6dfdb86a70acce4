import { Refusal } from '#platform/refusal.ts';

/** Who wants something done. Commands ask for it themselves, so that no door leads round the rule. */
export interface Actor {
  readonly userId: string;
  /** As the database has it at this moment; null for an account without a role. */
  readonly role: 'admin' | null;
}

/** Writing, publishing, moderating: what the newsroom does is for administrators (specification, section 6). */
export function requireEditor(actor: Actor): void {
  if (actor.role !== 'admin') throw new Refusal('forbidden', 'This account has no access to the newsroom.');
}
