import type { Pool } from 'pg';
import { EmbeddedHost } from '#platform/db/embedded-host.server.ts';
import { embeddedPool } from '#platform/db/embedded.server.ts';
import { silentLog } from '#platform/log.server.ts';

/*
 * Starting an embedded database takes one to two seconds of a core, emptying one a few milliseconds. So the tests of a
 * worker take turns with few of them. A test cannot tell: it gets a pool of its own, to a database with the rows of a
 * new one. One whose schema a test has changed, or that has become large, is not used again.
 */

export interface LentHost {
  readonly host: EmbeddedHost;
  /** Makes it available to the next test. Its pool must have ended. */
  giveBack(): void;
  /** Ends it; for a test that broke it. */
  close(): Promise<void>;
}

interface KnownHost {
  readonly host: EmbeddedHost;
  readonly asNew: Contents;
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
const idle: KnownHost[] = [];

/** @param template a file made by the `dump` of a migrated database; the same for every call */
export async function borrowHost(template: string): Promise<LentHost> {
  const known = (await takeEmptied()) ?? (await start(template));
  const close = () => known.host.close();
  return { host: known.host, giveBack: () => void idle.push(known), close };
}

/** Ends what nobody uses. */
export async function closeIdleHosts(): Promise<void> {
  await Promise.all(idle.splice(0).map(({ host }) => host.close()));
}

async function start(template: string): Promise<KnownHost> {
  const host = new EmbeddedHost({
    cluster: undefined,
    create: false,
    template,
    queryTimeoutMs: 30_000,
    log: silentLog,
  });
  await host.ready();
  return { host, asNew: await withPool(host, readContents) };
}

async function takeEmptied(): Promise<KnownHost | undefined> {
  while (idle.length > MAX_IDLE) await idle.shift()?.host.close();
  for (let known = idle.pop(); known !== undefined; known = idle.pop()) {
    if (await isEmptied(known)) return known;
    await known.host.close();
  }
  return undefined;
}

/**
 * False where another database has to take its place. An error comes from the emptying, or from a test that broke the
 * database and gave it back all the same: it is reported, by the next test.
 */
async function isEmptied({ host, asNew }: KnownHost): Promise<boolean> {
  try {
    return await withPool(host, (pool) => empty(pool, asNew));
  } catch (cause) {
    await host.close();
    throw new Error('A database could not be emptied after a test.', { cause });
  }
}

/** False where the database cannot be made what it was. */
async function empty(pool: Pool, asNew: Contents): Promise<boolean> {
  const schema = await readSchema(pool);
  if (schema.schema !== asNew.schema || schema.bytes > asNew.bytes + MAX_GROWTH_BYTES) return false;
  const client = await pool.connect();
  try {
    // Without triggers, which would count or forbid, and without the order foreign keys ask for.
    await client.query('begin; set local session_replication_role = replica');
    await client.query(DELETE_ROWS);
    for (const [table, rows] of Object.entries(asNew.rows))
      await client.query(
        `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
        [rows],
      );
    await client.query('commit');
  } finally {
    client.release();
  }
  return JSON.stringify(await readRows(pool)) === JSON.stringify(asNew.rows);
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

/** Object identifiers from here on belong to what was created after initdb (FirstNormalObjectId of PostgreSQL). */
const FIRST_OWN = 16_384;

async function readSchema(pool: Pool): Promise<Pick<Contents, 'schema' | 'bytes'>> {
  const { rows } = await pool.query<{ schema: string; bytes: number }>(`
    select md5(string_agg(line, ';' order by line)) as schema,
      pg_database_size(current_database())::float8 as bytes
    from (
      select format('table %s %s %s %s', oid, relname, relkind, reloptions) as line
        from pg_class where oid >= ${FIRST_OWN} and relkind <> 't'
      union all select format('column %s %s %s %s %s %s', attrelid, attnum, attname, atttypid, attnotnull, attgenerated)
        from pg_attribute where attrelid >= ${FIRST_OWN}
      union all select format('default %s %s', oid, xmin) from pg_attrdef
      union all select format('constraint %s %s', oid, xmin) from pg_constraint where oid >= ${FIRST_OWN}
      union all select format('index %s %s', indexrelid, indisvalid) from pg_index where indexrelid >= ${FIRST_OWN}
      union all select format('trigger %s %s', oid, xmin) from pg_trigger
      union all select format('function %s %s', oid, xmin) from pg_proc where oid >= ${FIRST_OWN}
      union all select format('view %s %s', oid, pg_get_viewdef(oid))
        from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
      union all select format('setting %s %s %s', setdatabase, setrole, setconfig) from pg_db_role_setting
      union all select format('sequence %s %s', schemaname || '.' || sequencename, last_value) from pg_sequences
      union all select format('role %s', rolname) from pg_roles
    ) as lines`);
  const [row] = rows;
  if (row === undefined) throw new Error('the database does not tell its schema');
  return row;
}

const OWN_TABLES = `select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname not in ('pg_catalog', 'information_schema') order by 1`;

const DELETE_ROWS = `do $$ declare own text; begin
  for own in ${OWN_TABLES} loop execute 'delete from ' || own; end loop;
end $$`;

/** Only tables with rows, in order of their names. */
async function readRows(pool: Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(OWN_TABLES);
  const selects = tables.map(
    ({ name }) =>
      `select '${name}' as name, (select jsonb_agg(to_jsonb(t) order by to_jsonb(t))::text from ${name} as t) as found`,
  );
  const { rows } = await pool.query<{ name: string; found: string | null }>(selects.join(' union all '));
  return Object.fromEntries(rows.flatMap(({ name, found }) => (found === null ? [] : [[name, found]])));
}
