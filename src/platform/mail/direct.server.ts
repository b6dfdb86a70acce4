import { type MailOptions, openTransport, senderOf } from './mail.server.ts';
import { Mail, messageIdOf } from './mail.ts';
import { type AcquiredTransport, TransportPool } from './transport-pool.server.ts';
import type { DeliveryResult } from './transport.ts';

/** A connection that is acquired for one email. Call `deliver` and then `release`, or only `release`. */
export interface DirectConnection {
  /**
   * Sends one email immediately and returns the result. The same `id` gives the same Message-ID, by which mail clients
   * merge duplicates. Never throws.
   */
  deliver(
    mail: Mail,
    given: { readonly id: string; readonly date: Date },
    signal: AbortSignal,
  ): Promise<DeliveryResult>;
  release(): void;
}

/** Sends emails without the outbox, for a sender that records the result of each email itself. */
export interface DirectMail {
  /** Whether the transport supports HTML and custom header fields. */
  readonly supportsHtml: boolean;
  /** Waits for a free connection. Rejects with the reason of the signal. */
  acquire(signal: AbortSignal): Promise<DirectConnection>;
  /** All connections that are free now. */
  acquireFree(): DirectConnection[];
  close(): void;
}

/** Maximum of emails sent concurrently. */
const CONNECTIONS = 4;

/** Uses separate connections, so that thousands of newsletter emails do not delay the emails of the outbox. */
export function createDirectMail(
  options: Pick<MailOptions, 'config' | 'defaultSender' | 'clock' | 'addresses'>,
): DirectMail {
  const { config } = options;
  const sender = senderOf(options);
  const pool = new TransportPool(CONNECTIONS, () => openTransport(options));

  const toConnection = (transport: AcquiredTransport): DirectConnection => ({
    async deliver(mail, { id, date }, signal) {
      const parsed = Mail.safeParse(mail);
      if (!parsed.success) return { state: 'refused', reason: 'This is not a valid email address.' };
      const from = sender();
      return transport.deliver({ ...parsed.data, from, id, messageId: messageIdOf(id, from), date }, signal);
    },
    release: transport.release,
  });

  return {
    supportsHtml: config.mail.smtpUrl !== undefined || config.mail.emailjs === undefined,
    acquire: async (signal) => toConnection(await pool.acquire(signal)),
    acquireFree: () => pool.acquireFree().map(toConnection),
    close: () => pool.close(),
  };
}
