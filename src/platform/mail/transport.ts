import type { OutgoingMail } from './mail.ts';

/**
 * The scope of a temporary failure. `recipient`: the server deferred this email and would accept others. `server`: the
 * connection, the greeting, the login or the sender failed, before anything was sent about this email. `transaction`:
 * the connection ended, or the server closed it (421), during this email; the email or the server may be the cause.
 */
export type DeferralCause = 'recipient' | 'server' | 'transaction';

/**
 * The result of an attempt. `deferred`: not accepted, a retry makes sense. `refused`: not accepted, and a retry would
 * fail again. `unknown`: the connection was lost after the email had been sent completely; it may have arrived.
 */
export type DeliveryResult =
  | { readonly state: 'accepted' }
  | { readonly state: 'refused' | 'unknown'; readonly reason: string }
  | {
      readonly state: 'deferred';
      readonly cause: DeferralCause;
      readonly reason: string;
      readonly retryAfterSeconds?: number;
    };

/** One connection to a mail server. It sends one email at a time, which `TransportPool` ensures. */
export interface MailTransport {
  /**
   * Resolves when the next email may be sent. Only transports with a rate limit have it. Rejects with the reason of the
   * signal.
   */
  ready?(signal: AbortSignal): Promise<void>;
  /** Sends one email. Throws only for errors unrelated to the email (a full disk); they count as deferred. */
  deliver(mail: OutgoingMail, signal: AbortSignal): Promise<DeliveryResult>;
  close(): void;
}
