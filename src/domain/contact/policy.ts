import { Refusal } from '#platform/refusal.ts';

/** Who wants to look, in the terms of the accounts, which this noun does not know. */
export interface InboxReader {
  readonly role: 'admin' | null;
}

/** What visitors write is for administrators. */
export function requireInboxReader({ role }: InboxReader): void {
  if (role !== 'admin') throw new Refusal('forbidden', 'This account has no access to the messages.');
}
