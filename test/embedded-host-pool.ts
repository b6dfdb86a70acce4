import type { Pool } from 'pg';
import { EmbeddedHost } from '#platform/db/embedded-host.server.ts';
import { embeddedPool } from '#platform/db/embedded.server.ts';
import { silentLog } from '#platform/log.server.ts';

/*
 * Starting an embedded database takes one to two seconds of a core; resetting one takes a few milliseconds. So the tests
 * of a worker share a pool of a few. A test sees no difference: it gets its own connection pool to a database with exactly
 * the rows of a new one. A database whose schema a test has changed, or that has grown too large, is closed and replaced.
 */

export interface AcquiredHost {
  readonly host: EmbeddedHost;
  /** Returns the host to the idle list for the next test. Its connection pool must have ended. */
  release(): void;
  /** Closes the host instead of returning it; for a test that broke it. */
  close(): Promise<void>;
}

interface PooledHost {
  readonly host: EmbeddedHost;
  readonly initialContents: Contents;
}

interface Contents {
  /** Tables, columns, constraints, indexes, triggers, functions, views and settings of databases and roles. */
  readonly schema: string;
  readonly bytes: number;
  /** The rows of each table, as JSON; only tables with rows. */
  readonly rows: Readonly<Record<string, string>>;
}

const MAX_IDLE = 2;
const MAX_GROWTH_BYTES = 16 * 2 ** 20;
const idle: PooledHost[] = [];

/** @param template a file written by the `dump` of a migrated database; the same for every call */
export async function acquireHost(template: string): Promise<AcquiredHost> {
  const pooled = (await takeIdleHost()) ?? (await start(template));
  const close = () => pooled.host.close();
  return { host: pooled.host, release: () => void idle.push(pooled), close };
}

async function start(template: string): Promise<PooledHost> {
  const host = new EmbeddedHost({
    cluster: undefined,
    create: false,
    template,
    queryTimeoutMs: 30_000,
    log: silentLog,
  });
  await host.ready();
  return { host, initialContents: await withPool(host, readContents) };
}

async function takeIdleHost(): Promise<PooledHost | undefined> {
  while (idle.length > MAX_IDLE) await idle.shift()?.host.close();
  for (let pooled = idle.pop(); pooled !== undefined; pooled = idle.pop()) {
    if (await resetHost(pooled)) return pooled;
    await pooled.host.close();
  }
  return undefined;
}

/**
 * Returns false if the database must be replaced. An error comes from the reset itself, or from a test that broke the
 * database and released it anyway; the next test reports it.
 */
async function resetHost({ host, initialContents }: PooledHost): Promise<boolean> {
  try {
    return await withPool(host, (pool) => resetDatabase(pool, initialContents));
  } catch (cause) {
    await host.close();
    throw new Error('A database could not be reset after a test.', { cause });
  }
}

/** Restores the initial rows. Returns false if the schema has changed, the database has grown or rows differ. */
async function resetDatabase(pool: Pool, initial: Contents): Promise<boolean> {
  const schema = await readSchema(pool);
  if (schema.schema !== initial.schema || schema.bytes > initial.bytes + MAX_GROWTH_BYTES) return false;
  const client = await pool.connect();
  try {
    // Replica mode disables triggers and foreign key checks, so the tables can be emptied in any order.
    await client.query('begin; set local session_replication_role = replica');
    await client.query(DELETE_ROWS);
    for (const [table, rows] of Object.entries(initial.rows))
      await client.query(
        `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
        [rows],
      );
    await client.query('commit');
  } finally {
    client.release();
  }
  return JSON.stringify(await readRows(pool)) === JSON.stringify(initial.rows);
}

async function withPool<T>(host: EmbeddedHost, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = embeddedPool(host, silentLog);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

async function readContents(pool: Pool): Promise<Contents> {
  return { ...(await readSchema(pool)), rows: await readRows(pool) };
}

/** Objects created after initdb have OIDs from here on (FirstNormalObjectId of PostgreSQL). */
const FIRST_USER_OID = 16_384;

async function readSchema(pool: Pool): Promise<Pick<Contents, 'schema' | 'bytes'>> {
  const { rows } = await pool.query<{ schema: string; bytes: number }>(`
    select md5(string_agg(line, ';' order by line)) as schema,
      pg_database_size(current_database())::float8 as bytes
    from (
      select format('table %s %s %s %s', oid, relname, relkind, reloptions) as line
        from pg_class where oid >= ${FIRST_USER_OID} and relkind <> 't'
      union all select format('column %s %s %s %s %s %s', attrelid, attnum, attname, atttypid, attnotnull, attgenerated)
        from pg_attribute where attrelid >= ${FIRST_USER_OID}
      union all select format('default %s %s', oid, xmin) from pg_attrdef
      union all select format('constraint %s %s', oid, xmin) from pg_constraint where oid >= ${FIRST_USER_OID}
      union all select format('index %s %s', indexrelid, indisvalid) from pg_index where indexrelid >= ${FIRST_USER_OID}
      union all select format('trigger %s %s', oid, xmin) from pg_trigger
      union all select format('function %s %s', oid, xmin) from pg_proc where oid >= ${FIRST_USER_OID}
      union all select format('view %s %s', oid, pg_get_viewdef(oid))
        from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
      union all select format('setting %s %s %s', setdatabase, setrole, setconfig) from pg_db_role_setting
      union all select format('sequence %s %s', schemaname || '.' || sequencename, last_value) from pg_sequences
      union all select format('role %s', rolname) from pg_roles
    ) as lines`);
  const [row] = rows;
  if (row === undefined) throw new Error('the database returned no schema');
  return row;
}

const USER_TABLES = `select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname not in ('pg_catalog', 'information_schema') order by 1`;

const DELETE_ROWS = `do $$ declare user_table text; begin
  for user_table in ${USER_TABLES} loop execute 'delete from ' || user_table; end loop;
end $$`;

/** Only tables with rows, ordered by name. */
async function readRows(pool: Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(USER_TABLES);
  const selects = tables.map(
    ({ name }) =>
      `select '${name}' as name, (select jsonb_agg(to_jsonb(t) order by to_jsonb(t))::text from ${name} as t) as contents`,
  );
  const { rows } = await pool.query<{ name: string; contents: string | null }>(selects.join(' union all '));
  return Object.fromEntries(
    rows.flatMap(({ name, contents }) => (contents === null ? [] : [[name, contents]])),
  );
}
