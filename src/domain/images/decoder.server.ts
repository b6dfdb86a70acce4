import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { packageRoot, runsFromSource } from '#platform/package-root.server.ts';
import { Refusal } from '#platform/refusal.ts';
import { createWorkQueue } from '#platform/work-queue.ts';
import type { DecoderAnswer, DecoderTask, Dimensions, DrawnPicture } from './decoder-protocol.ts';

/** Milliseconds for one picture. The worst that is let in takes a tenth of it; what takes longer was made to. */
const LONGEST_MS = 60_000;
/** An editor adds several pictures in a row; after that the memory they took goes back. */
const IDLE_MS = 30_000;

/*
 * Bytes from outside are decoded in a process of its own: a fault in a decoder ends that process and not the site, it
 * knows none of our secrets, what takes too long can be stopped, and the memory pictures take, which the allocator of a
 * long-lived process never gives back, is gone with it. Started with the first picture.
 */
let child: ChildProcess | undefined;
let rest: NodeJS.Timeout | undefined;

/** One picture after the other; who asks has a queue of their own, this one only keeps answers apart. */
const line = createWorkQueue({ running: 1, waiting: 100 });

/** The size a picture will be kept in, from its header alone. Refuses (`unsupported`) what is none. */
export async function measurePicture(bytes: Uint8Array): Promise<Dimensions> {
  const answer = await line.run(() => ask({ task: 'measure', bytes }));
  if ('dimensions' in answer) return answer.dimensions;
  throw failureOf(answer);
}

/** Every file of a picture, and what stands in its place until it is there. Refuses (`unsupported`) what is damaged. */
export async function drawPicture(bytes: Uint8Array, dimensions: Dimensions): Promise<DrawnPicture> {
  const answer = await line.run(() => ask({ task: 'draw', bytes, dimensions }));
  if ('drawn' in answer) return answer.drawn;
  throw failureOf(answer);
}

async function ask(task: DecoderTask): Promise<DecoderAnswer> {
  clearTimeout(rest);
  child ??= start();
  const asked = child;
  const limit = setTimeout(() => asked.kill('SIGKILL'), LONGEST_MS);
  const done = new AbortController();
  const { signal } = done;
  try {
    const ended = once(asked, 'exit', { signal }).then(([code, by]: (number | string | null)[]) => ({
      fault: `The process that decodes pictures ended with ${by ?? code}.`,
    }));
    const answered = once(asked, 'message', { signal }).then(([answer]: DecoderAnswer[]) => answer);
    asked.send(task, () => undefined);
    return (
      (await Promise.race([answered, ended])) ?? { fault: 'The process that decodes pictures said nothing.' }
    );
  } finally {
    done.abort();
    clearTimeout(limit);
    rest = setTimeout(() => retire(asked), IDLE_MS).unref();
  }
}

function start(): ChildProcess {
  const path = runsFromSource
    ? join(import.meta.dirname, 'decoder-process.server.ts')
    : join(packageRoot, 'dist/server/decoder-process.js');
  const started = fork(path, {
    execArgv: [],
    // Windows starts nothing without its own variables.
    ...(process.platform === 'win32' ? {} : { env: {} }),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  started.once('exit', () => retire(started));
  started.on('error', () => retire(started));
  // It never keeps the site from ending.
  started.unref();
  started.channel?.unref();
  return started;
}

/** The next picture gets another process; this one ends when the line to it is closed. */
function retire(retired: ChildProcess): void {
  if (child === retired) child = undefined;
  if (retired.connected) retired.disconnect();
}

function failureOf(answer: DecoderAnswer): Error {
  if ('refusal' in answer) return new Refusal('unsupported', answer.refusal);
  return new Error(
    'fault' in answer ? answer.fault : 'The process that decodes pictures gave another answer.',
  );
}
