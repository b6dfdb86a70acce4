import { errorText } from '#platform/error-text.ts';
import type { OutgoingMail } from './mail.ts';
import type { MailTransport, Outcome } from './transport.ts';

/** A transport that is lent for one mail. Deliver, then release; or release unused. */
export interface LentTransport {
  /** Never throws: a transport that fails on its own counts as `deferred` by the server. */
  deliver(mail: OutgoingMail, signal: AbortSignal): Promise<Outcome>;
  release(): void;
}

/**
 * A fixed number of transports, lent first come, first served. A sender records that a mail is handed over after it got
 * its transport: a mail that only waits for one has not been handed to anybody when the process ends.
 */
export class TransportPool {
  readonly #all: readonly MailTransport[];
  readonly #free: MailTransport[];
  readonly #waiting: ((transport: MailTransport) => void)[] = [];

  constructor(size: number, open: () => MailTransport) {
    this.#all = Array.from({ length: size }, open);
    this.#free = [...this.#all];
  }

  /** Waits for a transport. Rejects with the reason of the signal, if that is aborted by the time it is free. */
  async acquire(signal: AbortSignal): Promise<LentTransport> {
    const transport =
      this.#free.pop() ?? (await new Promise<MailTransport>((resolve) => this.#waiting.push(resolve)));
    try {
      signal.throwIfAborted();
      await transport.ready?.(signal);
    } catch (error) {
      this.#release(transport);
      throw error;
    }
    return this.#lend(transport);
  }

  /** All transports that are free at this moment; none when others wait for one. */
  acquireFree(): LentTransport[] {
    return this.#free.splice(0).map((transport) => this.#lend(transport));
  }

  close(): void {
    for (const transport of this.#all) transport.close();
  }

  #lend(transport: MailTransport): LentTransport {
    return {
      async deliver(mail, signal) {
        try {
          return await transport.deliver(mail, signal);
        } catch (error) {
          const reason = errorText(error);
          return { state: 'deferred', cause: 'server', reason };
        }
      },
      release: () => this.#release(transport),
    };
  }

  #release(transport: MailTransport): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(transport);
    else next(transport);
  }
}
