import { errorText } from '#platform/error-text.ts';
import type { Clock } from '#platform/clock.ts';
import { openTransport, type TransportOptions } from './mail.server.ts';
import { Mail, messageIdOf, parseMailbox } from './mail.ts';
import type { MailTransport, Outcome } from './transport.ts';

/** Mails past the outbox, for a sender that keeps account of each by itself. */
export interface DirectMail {
  /** How many may be on their way at once. */
  readonly lanes: number;
  /** Whether HTML and header fields get through. */
  readonly isComplete: boolean;
  /**
   * Hands one mail over, now, and says what became of it. The same `id` gives the same Message-ID, by which mail
   * programs fold doubles. Never throws.
   */
  deliver(
    mail: Mail,
    given: { readonly id: string; readonly date: Date },
    signal: AbortSignal,
  ): Promise<Outcome>;
  close(): void;
}

const LANES = 4;

/** Connections of its own, so that thousands of mails do not stand in the way of the one somebody waits for. */
export function createDirectMail(options: TransportOptions, clock: Clock): DirectMail {
  const from = parseMailbox(options.mail.from);
  const all = Array.from({ length: LANES }, () => openTransport(options, clock));
  const free = [...all];
  const waiting: ((transport: MailTransport) => void)[] = [];

  async function take(): Promise<MailTransport> {
    return free.pop() ?? new Promise((resolve) => waiting.push(resolve));
  }
  function giveBack(transport: MailTransport): void {
    const next = waiting.shift();
    if (next === undefined) free.push(transport);
    else next(transport);
  }

  return {
    lanes: LANES,
    isComplete: options.mail.smtpUrl !== undefined || options.mail.emailjs === undefined,
    async deliver(mail, { id, date }, signal) {
      const parsed = Mail.safeParse(mail);
      if (!parsed.success) return { state: 'refused', reason: 'This is no address that can be mailed to.' };
      const transport = await take();
      try {
        const outgoing = { ...parsed.data, from, id, messageId: messageIdOf(id, from), date };
        return await transport.deliver(outgoing, signal);
      } catch (error) {
        return { state: 'deferred', reason: errorText(error) };
      } finally {
        giveBack(transport);
      }
    },
    close: () => all.forEach((transport) => transport.close()),
  };
}
