import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient, PoolConfig } from 'pg';
import type { Log } from '#platform/log.server.ts';
import { GuardedPool } from './guarded-pool.server.ts';
import { PostgresClient, type PostgresClientConfig } from './postgres-client.server.ts';

/** Milliseconds for the answer to a running query after another connection was lost. */
const LOST_CONNECTION_TIMEOUT_MS = 5_000;
/** Milliseconds that running queries may take when the pool is closed. */
const CLOSE_TIMEOUT_MS = 500;

/** A connection pool for a PostgreSQL server that handles silently lost connections. */
export class PostgresPool extends GuardedPool {
  readonly #inUse = new Set<PostgresClient>();
  readonly #idle = new Set<PostgresClient>();

  constructor(config: PoolConfig & PostgresClientConfig, log: Log) {
    super({ ...config, Client: PostgresClient }, log);
    this.on('acquire', (client) => this.#move(client, this.#idle, this.#inUse));
    this.on('release', (_error, client) => this.#move(client, this.#inUse, this.#idle));
    this.on('remove', (client) => this.#forget(client));
  }

  /**
   * Must be called when another connection to the same server was lost: idle connections are replaced, and those in use
   * are destroyed unless they answer within a few seconds.
   */
  handleLostConnection(): void {
    for (const client of this.#idle) client.destroy('The connection to the database server was lost.');
    for (const client of this.#inUse) client.limitNextAnswer(LOST_CONNECTION_TIMEOUT_MS);
  }

  /** Acquires a connection without a query timeout. */
  async connectUnlimited(): Promise<PoolClient> {
    const client = await this.connect();
    if (client instanceof PostgresClient) client.setUnlimited(true);
    return client;
  }

  /** Takes at most about a second, because queries on a silently lost connection would never end. */
  async close(): Promise<void> {
    const ended = this.end();
    const destroyed = sleep(CLOSE_TIMEOUT_MS).then(() => {
      for (const client of this.#inUse) client.destroy('The process is ending.');
      return sleep(CLOSE_TIMEOUT_MS);
    });
    await Promise.race([ended, destroyed]);
  }

  #move(client: PoolClient, from: Set<PostgresClient>, to: Set<PostgresClient>): void {
    if (!(client instanceof PostgresClient)) return;
    from.delete(client);
    to.add(client);
  }

  #forget(client: PoolClient): void {
    if (!(client instanceof PostgresClient)) return;
    this.#inUse.delete(client);
    this.#idle.delete(client);
  }
}
