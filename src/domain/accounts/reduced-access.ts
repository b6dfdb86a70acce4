import type { Transaction } from '#platform/db/database.ts';
import type { EventActor } from './audit/record-event.server.ts';
import { type Role, ROLES } from './permissions.ts';

/** What somebody may do from now on, if that is less than before. */
export interface ReducedAccess {
  readonly userId: string;
  /** For texts that outlive the account. */
  readonly name: string;
  /** Null without a role, and for an account that is suspended or deleted. */
  readonly role: Role | null;
  /** Whether the account is deleted at the end of the transaction. */
  readonly isRemoved: boolean;
  /** Who did it; null for the command line. */
  readonly actor: EventActor | null;
  readonly now: Date;
}

/**
 * Ends what continues without its owner, in the transaction that reduces the access: schedules, links, approvals. Locks what refers
 * to an account that is going to be deleted.
 */
export type OnReducedAccess = (tx: Transaction, access: ReducedAccess) => Promise<void>;

/** Whether a role includes less than another one. */
export const isLower = (role: Role | null, than: Role | null): boolean => rankOf(role) < rankOf(than);

const rankOf = (role: Role | null): number => (role === null ? -1 : ROLES.indexOf(role));
