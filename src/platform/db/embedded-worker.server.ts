import { parentPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { errorText } from '#platform/error-text.ts';
import { EmbeddedStartError, openCluster } from './embedded-cluster.server.ts';
import {
  type EmbeddedCall,
  type EmbeddedReply,
  type EmbeddedSettings,
  transferList,
} from './embedded-protocol.ts';

/*
 * The worker thread of the embedded database. PGlite runs synchronously: in the main thread a slow search would block
 * all other requests (measured: one timer tick in 1.2 s); with the worker the longest delay was 7 ms.
 */
const LONG_JUMP = 100;
const port = parentPort;
if (!port) throw new Error('embedded-worker must be started as a worker thread');

const reply = (message: EmbeddedReply, bytes?: Uint8Array<ArrayBuffer>) =>
  port.postMessage(message, transferList(bytes));

let crash: unknown;
try {
  const database = await openCluster(workerData as EmbeddedSettings);
  watchForCrash(database);
  port.on('message', (call: EmbeddedCall) => void answer(database, call));
  reply({ kind: 'ready' });
} catch (error) {
  const reason = error instanceof EmbeddedStartError ? error.reason : 'unknown';
  reply({ kind: 'fatal', reason, message: errorText(error) });
}

async function answer(database: PGlite, { id, operation, bytes }: EmbeddedCall): Promise<void> {
  try {
    const result = await perform(database, operation, bytes);
    // After a crash the memory of the database may be corrupt. The host starts another worker, which recovers from the
    // WAL like a server after a power failure.
    if (crash === undefined) reply({ kind: 'result', id, bytes: result }, result);
    else reply({ kind: 'crashed', message: errorText(crash) });
  } catch (error) {
    reply({ kind: 'error', id, message: errorText(error) });
  }
}

async function perform(database: PGlite, operation: EmbeddedCall['operation'], bytes: EmbeddedCall['bytes']) {
  if (operation === 'exchange' && bytes) return exchange(database, bytes);
  if (operation === 'reset') await reset(database);
  if (operation === 'dump') return new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer());
  if (operation === 'close') await database.close();
  return undefined;
}

/**
 * Sends protocol messages and returns the bytes of the response. `execProtocolRaw` is not used: it also parses every
 * response and stores the parsed messages until the next `exec`, 3 KB per query.
 */
async function exchange(database: PGlite, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  // Each chunk is copied, because it is a view of the output buffer, which PostgreSQL reuses.
  await database.execProtocolRawStream(bytes, { onRawData: (chunk) => chunks.push(chunk.slice()) });
  const [first] = chunks;
  return chunks.length === 1 && first ? first : concatenate(chunks);
}

/** Not `Buffer.concat`, whose small results share a pool; a message to another thread would copy the whole pool. */
function concatenate(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((total, chunk) => total + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

/** Resets the single session, so that each new connection starts in the same state as on a server. */
async function reset(database: PGlite): Promise<void> {
  if (database.isInTransaction()) await database.exec('rollback');
  await database.exec('discard all');
}

/** PGlite ignores a PANIC or a trap and would continue with corrupt memory; this detects it. */
function watchForCrash(database: PGlite): void {
  const module = database.Module;
  const step = module._PostgresMainLoopOnce;
  module._PostgresMainLoopOnce = () => {
    try {
      step();
    } catch (error) {
      if (!isLongJump(error)) crash = error;
      throw error;
    }
  };
}

function isLongJump(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === LONG_JUMP;
}
