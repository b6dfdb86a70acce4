import type { OutgoingMail } from './mail.ts';

/**
 * What a temporary failure is about. `recipient`: the server put off this mail and would take others. `server`: the
 * connection, the greeting, the sign-in or the sender failed, before anything was said about this mail. `transaction`: the
 * connection ended, or the server closed it (421), in the middle of this mail; the mail or the server may be the cause.
 */
export type DeferralCause = 'recipient' | 'server' | 'transaction';

/**
 * The result of an attempt. `deferred`: certainly not taken, worth another try. `refused`: certainly not taken, and
 * another try would end the same. `unknown`: the connection was lost when everything had been said; it may have arrived.
 */
export type Outcome =
  | { readonly state: 'accepted' }
  | { readonly state: 'refused' | 'unknown'; readonly reason: string }
  | {
      readonly state: 'deferred';
      readonly cause: DeferralCause;
      readonly reason: string;
      readonly retryAfterSeconds?: number;
    };

/** One connection to a mail server. It sends one mail at a time: `TransportPool` sees to that. */
export interface MailTransport {
  /**
   * Resolves when the next mail may be handed over. Only a provider that limits its rate has it. Rejects with the reason
   * of the signal.
   */
  ready?(signal: AbortSignal): Promise<void>;
  /** Hands one mail over. Throws only for what is no fault of the mail (a full disk); that counts as deferred. */
  deliver(mail: OutgoingMail, signal: AbortSignal): Promise<Outcome>;
  close(): void;
}
