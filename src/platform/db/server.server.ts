import type { Pool } from 'pg';
import type { Log } from '#platform/log.server.ts';
import { errorText } from '#platform/error-text.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { ServerPool } from './server-pool.server.ts';

const OLDEST_VERSION = 15;
/** A query is cut by the server, which says so. Only when that answer is as late as this does the line count as dead. */
const ANSWER_MARGIN_MS = 2_000;

export interface ServerOptions {
  readonly url: string;
  readonly queryTimeoutMs?: number | undefined;
  readonly log: Log;
}

/** A pool of connections to a PostgreSQL server that was reached and is new enough. */
export async function openServer({ url, log, queryTimeoutMs = 30_000 }: ServerOptions): Promise<ServerPool> {
  const pool = new ServerPool(
    {
      connectionString: url,
      application_name: 'meridian',
      // Ten serve several hundred requests a second; a server's hundred are shared by all processes of the site.
      max: 10,
      connectionTimeoutMillis: 5_000,
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
      : new OperatorError(describeConnection(url, error), { cause: error });
  }
  return pool;
}

async function checkVersion(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version');
  const version = rows[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) >= OLDEST_VERSION) return;
  throw new OperatorError(
    `The PostgreSQL server of DATABASE_URL is version ${version}; version ${OLDEST_VERSION} or newer is needed.`,
  );
}

function describeConnection(url: string, error: unknown): string {
  // The address without user and password: this sentence ends up in terminals and logs.
  const place = URL.canParse(url) ? new URL(url).host + new URL(url).pathname : 'the server';
  return `The database at ${place} (DATABASE_URL) does not answer: ${errorText(error)}.`;
}
