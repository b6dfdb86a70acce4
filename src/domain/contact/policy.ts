import { DomainError } from '#platform/domain-error.ts';

/** The user who accesses messages. Declared here because this module must not import `domain/accounts`. */
export interface InboxReader {
  readonly role: 'admin' | null;
}

/** Throws `forbidden` unless the user is an administrator. */
export function requireInboxReader({ role }: InboxReader): void {
  if (role !== 'admin') throw new DomainError('forbidden', 'This account has no access to the messages.');
}
