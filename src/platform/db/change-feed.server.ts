import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#platform/log.server.ts';
import { CHANNEL, decodeChanges, dropped, EVERYTHING } from './changes.server.ts';
import { ServerClient } from './server-client.server.ts';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 1_000;
const CONNECT_MS = 3_000;
/**
 * What another process took down must be gone here within two seconds, also when this connection died in silence: the
 * two together leave time to connect again. A query on an idle connection costs the server some 50 microseconds.
 */
const HEARTBEAT_MS = 250;
const HEARTBEAT_LIMIT_MS = 1_250;

export interface ChangeFeedOptions {
  readonly url: string;
  /** The id of this process, whose own messages are not reported again. */
  readonly self: string;
  readonly log: Log;
  tell(tags: readonly string[]): void;
  /** Runs when the connection was lost: others to the same server may be dead as well. */
  onLost(): void;
}

/**
 * Hears the changes other processes announce, over a connection of its own (LISTEN belongs to a connection, and the
 * pool's come and go). What was announced while it was away is lost. So everything counts as changed when the
 * connection is lost (perhaps with the whole server: old copies must still do), and as taken down when there is a
 * new one: something may have been.
 */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  #client: ServerClient | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const { url, self } = this.#options;
    const client = new ServerClient({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      answerTimeoutMs: HEARTBEAT_LIMIT_MS,
      application_name: 'meridian-changes',
    });
    let listening = false;
    // node-postgres may report one loss as an error, as an end, or as both.
    const lost = (error?: Error) => {
      if (!listening) return;
      listening = false;
      void this.#reopen(error);
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ payload }) => this.#options.tell(decodeChanges(payload ?? '', self)));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    if (this.#closed) return client.end();
    listening = true;
    this.#client = client;
    this.#watch(client);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#heartbeat);
    await this.#client?.end().catch(() => {});
  }

  /** A connection cut by a router stays silent instead of ending: the client destroys it when a query gets no answer. */
  #watch(client: ServerClient): void {
    clearInterval(this.#heartbeat);
    let isWaiting = false;
    const ask = async () => {
      if (isWaiting) return;
      isWaiting = true;
      // A failure is reported by the events of the client.
      await client.query('select 1').catch(() => {});
      isWaiting = false;
    };
    this.#heartbeat = setInterval(() => void ask(), HEARTBEAT_MS).unref();
  }

  async #reopen(error: Error | undefined): Promise<void> {
    clearInterval(this.#heartbeat);
    if (this.#closed) return;
    const { log } = this.#options;
    log.warn({ err: error }, 'the connection that hears of changes was lost');
    this.#options.onLost();
    this.#options.tell([EVERYTHING]);
    this.#client?.destroy('The connection was lost.');
    this.#client = undefined;
    for (let wait = 0; !this.#closed; wait = Math.min(wait * 2 || FIRST_WAIT_MS, LONGEST_WAIT_MS)) {
      await sleep(wait, undefined, { ref: false });
      if (this.#closed) return;
      try {
        await this.open();
        this.#options.tell([dropped(EVERYTHING)]);
        log.info('the connection that hears of changes is back');
        return;
      } catch (err) {
        log.debug({ err }, 'the connection that hears of changes is still away');
      }
    }
  }
}
