import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';

/** Reads. The schema is PostgreSQL in every size of installation. */
export type Db = NodePgDatabase;

type DrizzleTransaction = Parameters<Parameters<Db['transaction']>[0]>[0];

/** A handle for writing: everything done through it happens together or not at all. */
export type Transaction = DrizzleTransaction & {
  /** Marks what readers see as changed; the tags are announced to every process at commit. */
  touch(...tags: string[]): void;
  /** The same for what was taken down: no page with one of the tags may be served even once more. */
  drop(...tags: string[]): void;
};

/** Hears what changed, in the vocabulary of the page cache; `separateChanges` tells touched from dropped. */
export type ChangeListener = (changes: readonly string[]) => void;

export interface Database {
  /**
   * Not to be used inside `transaction`: the embedded database has a single connection and would wait for itself.
   * The attempt throws, with a server too, so that the mistake shows wherever it is first run.
   */
  readonly db: Db;
  /** True for the database inside this process, false for a PostgreSQL server. */
  readonly embedded: boolean;
  /**
   * Runs `work` in one transaction. After the commit, and before the promise resolves, the listeners of this
   * process have run with the touched tags; other processes hear of it by NOTIFY.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Returns a function that ends the subscription. A lost connection to the server is reported as a touch of the tag `*`, a regained one as a drop of it. */
  onChange(listener: ChangeListener): () => void;
  /**
   * Lends one connection without any time limit, outside a transaction: for migrations, backups and index builds.
   * With the embedded database every other query waits meanwhile.
   */
  maintain<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
  /**
   * Lends a connection that sees everything as it was at one moment, while others write on. With the embedded database
   * it leads to a copy made in `folder`, which must not exist and is removed afterwards. For backups.
   */
  snapshot<T>(folder: string, work: (client: PoolClient) => Promise<T>): Promise<T>;
  /**
   * Resolves when a write has become durable, rejects when that is not possible now: the server does not answer or only
   * reads, the folder of the embedded database was replaced or its disk is full. Waits as long as any query does.
   */
  checkWritable(): Promise<void>;
  close(): Promise<void>;
}
