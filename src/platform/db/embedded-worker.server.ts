import { parentPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { errorText } from '#platform/error-text.ts';
import { EmbeddedStartError, openCluster } from './embedded-cluster.server.ts';
import {
  type EmbeddedCall,
  type EmbeddedReply,
  type EmbeddedSettings,
  handedOver,
} from './embedded-protocol.ts';

/*
 * The thread of the embedded database. PGlite computes where it is called: in the main thread a slow search would
 * stop every other request (measured: one timer tick in 1.2 s), from here the worst delay was 7 ms.
 */
const LONG_JUMP = 100;
const port = parentPort;
if (!port) throw new Error('embedded-worker is started as a worker thread, not by itself');

const reply = (message: EmbeddedReply, bytes?: Uint8Array<ArrayBuffer>) =>
  port.postMessage(message, handedOver(bytes));

let crash: unknown;
try {
  const database = await openCluster(workerData as EmbeddedSettings);
  watchForCrash(database);
  port.on('message', (call: EmbeddedCall) => void answer(database, call));
  reply({ kind: 'ready' });
} catch (error) {
  const fault = error instanceof EmbeddedStartError ? error.fault : 'unknown';
  reply({ kind: 'fatal', fault, message: errorText(error) });
}

async function answer(database: PGlite, { id, operation, bytes }: EmbeddedCall): Promise<void> {
  try {
    const result = await perform(database, operation, bytes);
    // After a crash inside, the memory of the database cannot be trusted. The host starts another thread, which
    // recovers from the log of changes like a server after a power cut.
    if (crash === undefined) reply({ kind: 'result', id, bytes: result }, result);
    else reply({ kind: 'crashed', message: errorText(crash) });
  } catch (error) {
    reply({ kind: 'error', id, message: errorText(error) });
  }
}

async function perform(database: PGlite, operation: EmbeddedCall['operation'], bytes: EmbeddedCall['bytes']) {
  if (operation === 'wire' && bytes) return exchange(database, bytes);
  if (operation === 'reset') await reset(database);
  if (operation === 'dump') return new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer());
  if (operation === 'close') await database.close();
  return undefined;
}

/**
 * Sends protocol messages and returns the bytes of the answer. Not `execProtocolRaw`: that also parses every answer and
 * keeps the parsed messages until the next `exec`, 3 KB for each query.
 */
async function exchange(database: PGlite, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  // A copy of each chunk: it is a view of the output buffer, which PostgreSQL fills again.
  await database.execProtocolRawStream(bytes, { onRawData: (chunk) => chunks.push(chunk.slice()) });
  const [first] = chunks;
  return chunks.length === 1 && first ? first : concatenate(chunks);
}

/** Not `Buffer.concat`, whose small results share the memory of a pool, which a message to another thread would copy. */
function concatenate(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((total, chunk) => total + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

/** There is one session for everybody: each new connection must find it as a server would hand out a new one. */
async function reset(database: PGlite): Promise<void> {
  if (database.isInTransaction()) await database.exec('rollback');
  await database.exec('discard all');
}

/** PGlite swallows a PANIC or a trap and would go on with broken memory; this notices. */
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
