import type { Clock } from '#platform/clock.ts';
import { openTransport, type TransportOptions } from './mail.server.ts';
import { Mail, messageIdOf, parseMailbox } from './mail.ts';
import { type LentTransport, TransportPool } from './transport-pool.server.ts';
import type { Outcome } from './transport.ts';

/** A connection that is lent for one mail. Deliver, then release; or release unused. */
export interface DirectLane {
  /**
   * Hands one mail over, now, and returns the result. The same `id` gives the same Message-ID, by which mail programs
   * fold doubles. Never throws.
   */
  deliver(
    mail: Mail,
    given: { readonly id: string; readonly date: Date },
    signal: AbortSignal,
  ): Promise<Outcome>;
  release(): void;
}

/** Sends emails past the outbox, for a sender that records the result of each. */
export interface DirectMail {
  /** Whether HTML and header fields get through. */
  readonly isComplete: boolean;
  /** Waits for a free connection. Rejects with the reason of the signal. */
  acquire(signal: AbortSignal): Promise<DirectLane>;
  /** All connections that are free at this moment. */
  acquireFree(): DirectLane[];
  close(): void;
}

/** Emails under way at once. */
const LANES = 4;

/** Connections of its own, so that thousands of mails do not stand in the way of the one somebody waits for. */
export function createDirectMail(options: TransportOptions, clock: Clock): DirectMail {
  const from = parseMailbox(options.mail.from);
  const pool = new TransportPool(LANES, () => openTransport(options, clock));

  const laneOn = (transport: LentTransport): DirectLane => ({
    async deliver(mail, { id, date }, signal) {
      const parsed = Mail.safeParse(mail);
      if (!parsed.success) return { state: 'refused', reason: 'This is no address that can be mailed to.' };
      return transport.deliver({ ...parsed.data, from, id, messageId: messageIdOf(id, from), date }, signal);
    },
    release: transport.release,
  });

  return {
    isComplete: options.mail.smtpUrl !== undefined || options.mail.emailjs === undefined,
    acquire: async (signal) => laneOn(await pool.acquire(signal)),
    acquireFree: () => pool.acquireFree().map(laneOn),
    close: () => pool.close(),
  };
}
