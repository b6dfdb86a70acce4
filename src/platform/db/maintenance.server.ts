import type { QueryResult, QueryResultRow } from 'pg';

/** Runs one query without a timeout. Others can use the connection between two queries. */
export type Query = <Row extends QueryResultRow>(
  text: string,
  values?: unknown[],
) => Promise<QueryResult<Row>>;

const WAL_BYTES = 16 * 1024 * 1024;
/** Tables smaller than this (in bytes) have too few dead rows to matter. */
const UNCOUNTED_BYTES = 64 * 1024;

/*
 * PGlite has neither a checkpointer nor autovacuum: the WAL would only grow (1.5 GB after one bulk load) and dead rows
 * would stay (ten updates of every article: 6 to 65 MB). This does both, a little at a time.
 *
 * PostgreSQL counts dead rows in memory, and the counts are lost on a restart. So every table is vacuumed once after a
 * start, regardless of its counts: VACUUM reads only pages that changed since the last one.
 */
export async function maintainCluster(query: Query): Promise<{ vacuumed: string[]; checkpoint: boolean }> {
  const { rows: state } = await query<{ due: boolean }>(
    `select pg_current_wal_lsn() - redo_lsn > 300
       and (pg_current_wal_lsn() - redo_lsn > $1 or now() - checkpoint_time > interval '5 minutes') as due
     from pg_control_checkpoint()`,
    [WAL_BYTES],
  );
  const { rows: tables } = await query<{ name: string; isCounted: boolean }>(
    `select quote_ident(schemaname) || '.' || quote_ident(relname) as name, is_counted as "isCounted"
     from pg_stat_user_tables,
       lateral (select n_dead_tup > 500 + 0.2 * n_live_tup
         or n_mod_since_analyze > 500 + 0.1 * n_live_tup as is_counted) as due
     where is_counted or (last_vacuum is null and pg_relation_size(relid) > $1)
     order by is_counted desc limit 3`,
    [UNCOUNTED_BYTES],
  );
  for (const { name, isCounted } of tables) await query(`vacuum ${isCounted ? '(analyze)' : ''} ${name}`);
  const checkpoint = state[0]?.due === true;
  if (checkpoint) await query('checkpoint');
  return { vacuumed: tables.map((table) => table.name), checkpoint };
}
