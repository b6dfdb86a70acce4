import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { withDeadline } from '#platform/deadline.ts';
import type { Log } from '#platform/log.server.ts';
import { CHANNEL, decodeChanges, purgeChange, ALL_TAGS } from './changes.server.ts';
import { PostgresClient } from './postgres-client.server.ts';

const MIN_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 1_000;
/** For connecting, and for the answer to `listen`. The first time there is nothing to be late with. */
const START_TIMEOUT_MS = 10_000;
const RECONNECT_TIMEOUT_MS = 3_000;
/**
 * Content that another process purged must not be served here for more than two seconds, even when this connection was
 * lost silently: both together leave time to reconnect. A query on an idle connection costs the server about 50 µs.
 */
const HEARTBEAT_MS = 250;
const HEARTBEAT_TIMEOUT_MS = 1_250;

export interface ChangeFeedOptions {
  readonly url: string;
  /** The id of this process; its own messages are ignored. */
  readonly self: string;
  readonly log: Log;
  onChanges(tags: readonly string[]): void;
  /**
   * Called when the connection was lost, and when the server does not answer an attempt to restore it: other connections
   * to the same server may be lost as well.
   */
  onLost(): void;
}

/**
 * Receives the changes of other processes over a dedicated connection (LISTEN belongs to a connection, and those of the
 * pool are replaced). Notifications are lost while it is disconnected. So all tags are invalidated when the connection
 * is lost (stale copies must still be served, since the whole server may be down), and purged when it is restored,
 * because content may have been unpublished in between.
 */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  #client: PostgresClient | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
  }

  async open(timeoutMs = START_TIMEOUT_MS): Promise<void> {
    const { url, self } = this.#options;
    const client = new PostgresClient({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: timeoutMs,
      answerTimeoutMs: HEARTBEAT_TIMEOUT_MS,
      application_name: 'meridian-changes',
    });
    let listening = false;
    // node-postgres reports a lost connection as `error`, as `end`, or as both.
    const onLost = (error?: Error) => {
      if (!listening) return;
      listening = false;
      void this.#reopen(error);
    };
    client.on('error', onLost);
    client.on('end', onLost);
    client.on('notification', ({ payload }) => this.#options.onChanges(decodeChanges(payload ?? '', self)));
    try {
      client.setUnlimited(true);
      await client.connect();
      await withDeadline(timeoutMs, () => client.query(`listen ${CHANNEL}`));
      client.setUnlimited(false);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    if (this.#closed) return client.end();
    listening = true;
    this.#client = client;
    this.#startHeartbeat(client);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#heartbeat);
    await this.#client?.end().catch(() => {});
  }

  /** The client is not told when a router drops the connection, so it destroys it when a query gets no answer. */
  #startHeartbeat(client: PostgresClient): void {
    clearInterval(this.#heartbeat);
    let isWaiting = false;
    const ping = async () => {
      if (isWaiting) return;
      isWaiting = true;
      // Errors are handled by the event listeners of the client.
      await client.query('select 1').catch(() => {});
      isWaiting = false;
    };
    this.#heartbeat = setInterval(() => void ping(), HEARTBEAT_MS).unref();
  }

  async #reopen(error: Error | undefined): Promise<void> {
    clearInterval(this.#heartbeat);
    if (this.#closed) return;
    const { log } = this.#options;
    log.warn({ err: error }, 'the change feed connection was lost');
    this.#options.onLost();
    this.#options.onChanges([ALL_TAGS]);
    this.#client?.destroy('The connection was lost.');
    this.#client = undefined;
    for (let wait = 0; !this.#closed; wait = Math.min(wait * 2 || MIN_BACKOFF_MS, MAX_BACKOFF_MS)) {
      await sleep(wait, undefined, { ref: false });
      if (this.#closed) return;
      try {
        await this.open(RECONNECT_TIMEOUT_MS);
        this.#options.onChanges([purgeChange(ALL_TAGS)]);
        log.info('the change feed connection is restored');
        return;
      } catch (err) {
        log.debug({ err }, 'the change feed connection could not be restored');
        // Connections that were opened since then may be lost too. An error of the server is an answer.
        if (!(err instanceof DatabaseError)) this.#options.onLost();
      }
    }
  }
}
