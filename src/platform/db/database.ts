import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';

/** Drizzle handle for queries. Both the embedded database and a server are PostgreSQL. */
export type Db = NodePgDatabase;

type DrizzleTransaction = Parameters<Parameters<Db['transaction']>[0]>[0];

/** Drizzle handle for writes in a transaction. */
export type Transaction = DrizzleTransaction & {
  /** Marks cache tags as stale. At commit, every process is notified of them. */
  invalidate(...tags: string[]): void;
  /** The same for content that was unpublished: no page with one of the tags may be served again. */
  purge(...tags: string[]): void;
};

/** Called with encoded changes; `separateChanges` splits them into invalidated and purged tags. */
export type ChangeListener = (changes: readonly string[]) => void;

export interface Database {
  /**
   * Must not be used inside `transaction`: with the single connection of the embedded database this would be a
   * deadlock. It throws there, also with a server, so that the bug is found in every environment.
   */
  readonly db: Db;
  /** True for the database inside this process, false for a PostgreSQL server. */
  readonly embedded: boolean;
  /**
   * Runs `work` in one transaction. After the commit, and before the promise resolves, the listeners of this process
   * are called with the changed tags; other processes are notified by NOTIFY.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Returns a function that ends the subscription. When the connection to the server is lost, the tag `*` is reported
   * as invalidated; when it is restored, as purged.
   */
  onChange(listener: ChangeListener): () => void;
  /**
   * Runs `work` with one connection without timeouts, outside a transaction: for migrations, backups and index builds.
   * With the embedded database all other queries wait until it is done.
   */
  maintain<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
  /**
   * Runs `work` with a connection to a consistent snapshot, while other connections continue to write; for backups.
   * With the embedded database it is a connection to a copy in `folder`, which must not exist and is removed
   * afterwards.
   */
  snapshot<T>(folder: string, work: (client: PoolClient) => Promise<T>): Promise<T>;
  /**
   * Resolves when a test write has become durable. Rejects when that is not possible: the server does not answer or is
   * read-only, or the folder of the embedded database was replaced or its disk is full. Has the timeout of a query.
   */
  checkWritable(): Promise<void>;
  close(): Promise<void>;
}
