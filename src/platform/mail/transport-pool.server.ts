import { errorText } from '#platform/error-text.ts';
import type { OutgoingMail } from './mail.ts';
import type { MailTransport, DeliveryResult } from './transport.ts';

/** A transport that is acquired for one email. Call `deliver` and then `release`, or only `release`. */
export interface AcquiredTransport {
  /** Never throws: an exception of the transport counts as `deferred` by the server. */
  deliver(mail: OutgoingMail, signal: AbortSignal): Promise<DeliveryResult>;
  release(): void;
}

/**
 * A fixed number of transports, acquired in the order of the requests. A sender must acquire a transport before it
 * records that an email is handed over, so that the state of a waiting email is known when the process ends.
 */
export class TransportPool {
  readonly #all: readonly MailTransport[];
  readonly #free: MailTransport[];
  readonly #waiting: ((transport: MailTransport) => void)[] = [];

  constructor(size: number, open: () => MailTransport) {
    this.#all = Array.from({ length: size }, open);
    this.#free = [...this.#all];
  }

  /** Waits for a transport. Rejects with the reason of the signal when that aborts first. */
  async acquire(signal: AbortSignal): Promise<AcquiredTransport> {
    const transport = this.#free.pop() ?? (await this.#waitForFree(signal));
    try {
      signal.throwIfAborted();
      await transport.ready?.(signal);
    } catch (error) {
      this.#release(transport);
      throw error;
    }
    return this.#wrap(transport);
  }

  #waitForFree(signal: AbortSignal): Promise<MailTransport> {
    return new Promise((resolve, reject) => {
      const waiter = (transport: MailTransport): void => {
        signal.removeEventListener('abort', leave);
        resolve(transport);
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(signal.reason as Error);
      };
      signal.throwIfAborted();
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiter);
    });
  }

  /** All transports that are free now; none when others wait for one. */
  acquireFree(): AcquiredTransport[] {
    return this.#free.splice(0).map((transport) => this.#wrap(transport));
  }

  close(): void {
    for (const transport of this.#all) transport.close();
  }

  #wrap(transport: MailTransport): AcquiredTransport {
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
