import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Log } from '#platform/log.server.ts';
import { CHANNEL, decodeChanges, dropped, EVERYTHING } from './changes.server.ts';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;
const HEARTBEAT_MS = 30_000;
const HEARTBEAT_LIMIT_MS = 5_000;

export interface ChangeFeedOptions {
  readonly url: string;
  /** The id of this process, whose own messages are not reported again. */
  readonly self: string;
  readonly log: Log;
  tell(tags: readonly string[]): void;
}

/**
 * Hears the changes other processes announce, over a connection of its own (LISTEN belongs to a connection, and the
 * pool's come and go). What was announced while it was away is lost. So everything counts as changed when the
 * connection is lost (perhaps with the whole server: old copies must still do), and as taken down when there is a
 * new one: something may have been.
 */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  #client: Client | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const { url, self } = this.#options;
    const client = new Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
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
    this.#watch(client, lost);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#heartbeat);
    await this.#client?.end().catch(() => {});
  }

  /** A connection cut by a router stays silent instead of ending; only a question without an answer shows it. */
  #watch(client: Client, lost: (error: Error) => void): void {
    clearInterval(this.#heartbeat);
    this.#heartbeat = setInterval(() => {
      const limit = setTimeout(() => lost(new Error('the connection is silent')), HEARTBEAT_LIMIT_MS).unref();
      client.query('select 1').then(() => clearTimeout(limit), lost);
    }, HEARTBEAT_MS).unref();
  }

  async #reopen(error: Error | undefined): Promise<void> {
    clearInterval(this.#heartbeat);
    if (this.#closed) return;
    const { log } = this.#options;
    log.warn({ err: error }, 'the connection that hears of changes was lost');
    this.#options.tell([EVERYTHING]);
    abandon(this.#client);
    this.#client = undefined;
    for (let wait = FIRST_WAIT_MS; !this.#closed; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      await sleep(wait, undefined, { ref: false });
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

function abandon(client: Client | undefined): void {
  // Not awaited: a connection that is silent does not answer the goodbye either.
  client?.end().catch(() => {});
}
