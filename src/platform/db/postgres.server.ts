import type { Pool } from 'pg';
import type { Log } from '#platform/log.server.ts';
import { errorText } from '#platform/error-text.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { PostgresPool } from './postgres-pool.server.ts';

const MIN_VERSION = 15;
/** Milliseconds after `statement_timeout`, which the server enforces, until the connection counts as lost. */
const ANSWER_MARGIN_MS = 2_000;

export interface PostgresOptions {
  readonly url: string;
  readonly queryTimeoutMs?: number | undefined;
  readonly log: Log;
}

/** Opens a connection pool after checking that the PostgreSQL server is reachable and its version is supported. */
export async function openPostgres({
  url,
  log,
  queryTimeoutMs = 30_000,
}: PostgresOptions): Promise<PostgresPool> {
  const pool = new PostgresPool(
    {
      connectionString: url,
      application_name: 'meridian',
      // Ten connections serve several hundred requests a second; all processes of the site share the server's default
      // of 100.
      max: 10,
      // A machine that swaps or starts a backup can stall for seconds.
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      statement_timeout: queryTimeoutMs,
      answerTimeoutMs: queryTimeoutMs + ANSWER_MARGIN_MS,
      idle_in_transaction_session_timeout: 60_000,
    },
    log,
  );
  try {
    await checkVersion(pool);
  } catch (error) {
    await pool.close();
    throw error instanceof OperatorError
      ? error
      : new OperatorError(describeConnectionError(url, error), { cause: error });
  }
  return pool;
}

async function checkVersion(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version');
  const version = rows[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) >= MIN_VERSION) return;
  throw new OperatorError(
    `The PostgreSQL server of DATABASE_URL is version ${version}; version ${MIN_VERSION} or newer is needed.`,
  );
}

function describeConnectionError(url: string, error: unknown): string {
  // Without user and password: the message is printed to terminals and logs.
  const place = URL.canParse(url) ? new URL(url).host + new URL(url).pathname : 'the server';
  return `The database at ${place} (DATABASE_URL) does not answer: ${errorText(error)}.`;
}
