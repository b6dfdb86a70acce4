import type { Pool } from 'pg';

const WAL_BYTES = 16 * 1024 * 1024;

/*
 * PGlite has neither a checkpointer nor autovacuum: the log of changes would only grow (1.5 GB after one bulk load)
 * and dead rows would stay (ten updates of every article: 6 to 65 MB). This does both, a little at a time.
 */
export async function maintainCluster(pool: Pool): Promise<{ vacuumed: string[]; checkpoint: boolean }> {
  const { rows: state } = await pool.query<{ due: boolean }>(
    `select pg_current_wal_lsn() - redo_lsn > 300
       and (pg_current_wal_lsn() - redo_lsn > $1 or now() - checkpoint_time > interval '5 minutes') as due
     from pg_control_checkpoint()`,
    [WAL_BYTES],
  );
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(relname) as name from pg_stat_user_tables
     where n_dead_tup > 500 + 0.2 * n_live_tup or n_mod_since_analyze > 500 + 0.1 * n_live_tup limit 3`,
  );
  for (const { name } of tables) await pool.query(`vacuum (analyze) ${name}`);
  const checkpoint = state[0]?.due === true;
  if (checkpoint) await pool.query('checkpoint');
  return { vacuumed: tables.map((table) => table.name), checkpoint };
}
