import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { withDeadline } from '#platform/deadline.ts';
import { packageRoot, runsFromSource } from '#platform/package-root.server.ts';
import { Refusal } from '#platform/refusal.ts';
import { createWorkQueue } from '#platform/work-queue.ts';
import type { DecoderAnswer, DecoderTask, Dimensions, DrawnPicture } from './decoder-protocol.ts';

/**
 * Milliseconds for one task of the process. The worst that is let in takes two thirds of it; what takes longer was made
 * to. Shorter than a whole upload may take, so that the next in the queue still has time when one had to be stopped.
 */
const TASK_LIMIT_MS = 10_000;
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

/** The process that decodes crashed, hung or failed: nothing is known about the picture. */
export class DecoderFailure extends Error {
  override readonly name = 'DecoderFailure';
}

/**
 * The size a picture will be kept in, from its header alone. Refuses (`unsupported`) what is none; throws
 * `DecoderFailure`, or the reason of `signal`.
 */
export async function measurePicture(bytes: Uint8Array, signal?: AbortSignal): Promise<Dimensions> {
  const answer = await perform({ task: 'measure', bytes }, signal);
  if ('dimensions' in answer) return answer.dimensions;
  throw failureOf(answer);
}

/** Every file of a picture, and what stands in its place until it is there. Refuses (`unsupported`) what is damaged. */
export async function drawPicture(
  bytes: Uint8Array,
  dimensions: Dimensions,
  signal?: AbortSignal,
): Promise<DrawnPicture> {
  const answer = await perform({ task: 'draw', bytes, dimensions }, signal);
  if ('drawn' in answer) return answer.drawn;
  throw failureOf(answer);
}

/** A picture as JPEG, in the size it has. What shines through becomes white. */
export async function encodeJpeg(bytes: Uint8Array, signal?: AbortSignal): Promise<Uint8Array> {
  const answer = await perform({ task: 'jpeg', bytes }, signal);
  if ('jpeg' in answer) return answer.jpeg;
  throw failureOf(answer);
}

const perform = (task: DecoderTask, outer?: AbortSignal): Promise<DecoderAnswer> =>
  line.run(() => withDeadline(TASK_LIMIT_MS, (signal) => ask(task, signal), outer).catch(toFailure), outer);

async function ask(task: DecoderTask, signal: AbortSignal): Promise<DecoderAnswer> {
  clearTimeout(rest);
  child ??= start();
  const asked = child;
  const abandon = () => {
    asked.kill('SIGKILL');
    retire(asked);
  };
  signal.addEventListener('abort', abandon);
  const done = new AbortController();
  try {
    const ended = once(asked, 'exit', { signal: done.signal }).then(
      ([code, by]: (number | string | null)[]) => {
        throw new DecoderFailure(`The process that decodes pictures ended with ${by ?? code}.`);
      },
    );
    const answered = once(asked, 'message', { signal: done.signal }).then(
      ([answer]: DecoderAnswer[]) => answer,
    );
    const sent = new Promise<never>((_resolve, reject) => {
      asked.send(task, (error) => error && reject(error));
    });
    const answer = await Promise.race([answered, ended, sent]);
    if (answer === undefined) throw new DecoderFailure('The process that decodes pictures said nothing.');
    return answer;
  } finally {
    done.abort();
    signal.removeEventListener('abort', abandon);
    rest = setTimeout(() => retire(asked), IDLE_MS).unref();
  }
}

/** A process that cannot be started or sent to, and one that took too long. */
function toFailure(error: unknown): never {
  if (error instanceof DecoderFailure) throw error;
  const reason = error instanceof Error ? error.message : String(error);
  throw new DecoderFailure(`The process that decodes pictures was given up: ${reason}.`, { cause: error });
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
  return new DecoderFailure(
    'fault' in answer ? answer.fault : 'The process that decodes pictures gave another answer.',
  );
}
