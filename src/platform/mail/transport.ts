import type { OutgoingMail } from './mail.ts';

/**
 * What became of an attempt. `deferred`: certainly not taken, worth another try. `refused`: certainly not taken, and
 * another try would end the same. `unknown`: the connection was lost when everything had been said; it may have arrived.
 */
export type Outcome =
  | { readonly state: 'accepted' }
  | { readonly state: 'refused' | 'unknown'; readonly reason: string }
  | { readonly state: 'deferred'; readonly reason: string; readonly retryAfterSeconds?: number };

export interface MailTransport {
  /** Hands one mail over. Throws only for what is no fault of the mail (a full disk); that counts as deferred. */
  deliver(mail: OutgoingMail, signal: AbortSignal): Promise<Outcome>;
  close(): void;
}
