import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient, PoolConfig } from 'pg';
import type { Log } from '#platform/log.server.ts';
import { GuardedPool } from './guarded-pool.server.ts';
import { ServerClient, type ServerClientConfig } from './server-client.server.ts';

/** What a query that runs while the line is suspected to be dead may still take. Milliseconds. */
const SUSPECT_MS = 5_000;
/** How long queries may go on after the pool was asked to end. Milliseconds. */
const CLOSE_MS = 500;

/** The pool of connections to a PostgreSQL server. */
export class ServerPool extends GuardedPool {
  readonly #lent = new Set<ServerClient>();
  readonly #idle = new Set<ServerClient>();

  constructor(config: PoolConfig & ServerClientConfig, log: Log) {
    super({ ...config, Client: ServerClient }, log);
    this.on('acquire', (client) => this.#move(client, this.#idle, this.#lent));
    this.on('release', (_error, client) => this.#move(client, this.#lent, this.#idle));
    this.on('remove', (client) => this.#forget(client));
  }

  /**
   * To be called when another connection to the same server was lost: idle ones are replaced, and those in use have a
   * few seconds to prove that they are alive.
   */
  suspect(): void {
    for (const client of this.#idle) client.destroy('The line to the database server was lost.');
    for (const client of this.#lent) client.suspect(SUSPECT_MS);
  }

  /** Lends a connection whose queries may take any time. */
  async connectUnlimited(): Promise<PoolClient> {
    const client = await this.connect();
    if (client instanceof ServerClient) client.setUnlimited(true);
    return client;
  }

  /** Takes about a second at most: queries of a silent server would never end. */
  async close(): Promise<void> {
    const ended = this.end();
    const destroyed = sleep(CLOSE_MS).then(() => {
      for (const client of this.#lent) client.destroy('The process is ending.');
      return sleep(CLOSE_MS);
    });
    await Promise.race([ended, destroyed]);
  }

  #move(client: PoolClient, from: Set<ServerClient>, to: Set<ServerClient>): void {
    if (!(client instanceof ServerClient)) return;
    from.delete(client);
    to.add(client);
  }

  #forget(client: PoolClient): void {
    if (!(client instanceof ServerClient)) return;
    this.#lent.delete(client);
    this.#idle.delete(client);
  }
}
