import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { withDeadline } from '#platform/deadline.ts';
import { packageRoot, runsFromSource } from '#platform/package-root.server.ts';
import { DomainError } from '#platform/domain-error.ts';
import { createWorkQueue } from '#platform/work-queue.ts';
import type { SocialPictureContent, SocialShape } from './rendering/social-picture.ts';
import type {
  DecoderMessage,
  DecoderResponse,
  DecoderTask,
  Dimensions,
  EncodedPicture,
  PngSize,
  RenderedSvg,
} from './decoder-protocol.ts';

/**
 * Limit of one task. On a machine that is busy with something else the process waits for the processor most of this time; how
 * long it may use the processor is limited by itself.
 */
const TASK_TIMEOUT_MS = 40_000;
/** A process that has not reported for this long hangs. It reports every second. */
const SILENCE_TIMEOUT_MS = 10_000;
/** After this time without a task the process is stopped, which frees its memory. */
const IDLE_TIMEOUT_MS = 30_000;

/*
 * Untrusted bytes are decoded in a separate process. A crash of a decoder ends only that process, it has no access to
 * secrets, a slow task can be killed, and its memory, which the allocator of a long-lived process does not return, is
 * freed when it exits. It is started with the first picture.
 */
let child: ChildProcess | undefined;
let idleTimer: NodeJS.Timeout | undefined;

/** Serialises tasks, so that each response belongs to one request. Callers limit their load with their own queues. */
const taskQueue = createWorkQueue({ maxRunning: 1, maxQueued: 100 });

/** The decoder process crashed, timed out or failed. Says nothing about the picture. */
export class DecoderError extends Error {
  override readonly name = 'DecoderError';
}

/**
 * Returns the size in which a picture will be stored, from its header alone. Throws `unsupported` for anything that is
 * not a supported picture, `DecoderError`, or the reason of `signal`.
 */
export async function measurePicture(bytes: Uint8Array, signal?: AbortSignal): Promise<Dimensions> {
  const response = await runTask({ task: 'measure', bytes }, signal);
  if ('dimensions' in response) return response.dimensions;
  throw toError(response);
}

/** Encodes all variants of a picture and its placeholder. Throws `unsupported` for a damaged picture. */
export async function encodeVariants(
  bytes: Uint8Array,
  dimensions: Dimensions,
  signal?: AbortSignal,
): Promise<EncodedPicture> {
  const response = await runTask({ task: 'encode', bytes, dimensions }, signal);
  if ('encoded' in response) return response.encoded;
  throw toError(response);
}

/** Encodes a picture as JPEG in its own size, on white where it is transparent. */
export async function encodeJpeg(bytes: Uint8Array, signal?: AbortSignal): Promise<Uint8Array> {
  const response = await runTask({ task: 'jpeg', bytes }, signal);
  if ('jpeg' in response) return response.jpeg;
  throw toError(response);
}

/** Encodes a picture as one PNG for each size, in their order. Throws `unsupported` for a damaged picture. */
export async function encodePngs(
  bytes: Uint8Array,
  dimensions: Dimensions,
  sizes: readonly PngSize[],
  signal?: AbortSignal,
): Promise<readonly Uint8Array[]> {
  const response = await runTask({ task: 'png', bytes, dimensions, sizes }, signal);
  if ('png' in response) return response.png;
  throw toError(response);
}

/**
 * Reduces an SVG to a safe subset and renders it in the sizes. Throws `unsupported` with the reason for the user, also
 * for a picture that shows nothing.
 */
export async function renderSvg(
  bytes: Uint8Array,
  options: { readonly hasColorSchemes: boolean; readonly sizes: readonly PngSize[] },
  signal?: AbortSignal,
): Promise<RenderedSvg> {
  const response = await runTask({ task: 'svg', bytes, ...options }, signal);
  if ('svg' in response) return response.svg;
  throw toError(response);
}

/** Cuts a picture, which must be large enough, to each of the sizes, as WebP. Throws `unsupported` for a damaged picture. */
export async function encodeCrops(
  bytes: Uint8Array,
  sizes: readonly Dimensions[],
  signal?: AbortSignal,
): Promise<readonly Uint8Array[]> {
  const response = await runTask({ task: 'crops', bytes, sizes }, signal);
  if ('crops' in response) return response.crops;
  throw toError(response);
}

/** Renders a social picture as PNG. */
export async function renderSocialPicture(
  content: SocialPictureContent,
  shape: SocialShape,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const response = await runTask({ task: 'social', content, shape }, signal);
  if ('social' in response) return response.social;
  throw toError(response);
}

const runTask = (task: DecoderTask, outer?: AbortSignal): Promise<DecoderResponse> =>
  taskQueue.run(
    () => withDeadline(TASK_TIMEOUT_MS, (signal) => exchange(task, signal), outer).catch(toDecoderError),
    outer,
  );

async function exchange(task: DecoderTask, signal: AbortSignal): Promise<DecoderResponse> {
  clearTimeout(idleTimer);
  child ??= startProcess();
  const current = child;
  const { promise, resolve, reject } = Promise.withResolvers<DecoderResponse>();
  const kill = () => {
    current.kill('SIGKILL');
    stopProcess(current);
  };
  const silence = setTimeout(() => {
    kill();
    reject(new DecoderError('The decoder process hung and was stopped.'));
  }, SILENCE_TIMEOUT_MS);
  const onMessage = (message: DecoderMessage) => {
    if ('isWorking' in message) silence.refresh();
    else resolve(message);
  };
  const onExit = (code: number | null, by: string | null) =>
    reject(new DecoderError(`The decoder process exited with ${by ?? code}.`));
  signal.addEventListener('abort', kill);
  current.on('message', onMessage).on('exit', onExit);
  current.send(task, (error) => error && reject(error));
  try {
    return await promise;
  } finally {
    clearTimeout(silence);
    current.off('message', onMessage).off('exit', onExit);
    signal.removeEventListener('abort', kill);
    idleTimer = setTimeout(() => stopProcess(current), IDLE_TIMEOUT_MS).unref();
  }
}

/** Wraps the error of a process that could not be started or sent to, or that timed out. */
function toDecoderError(error: unknown): never {
  if (error instanceof DecoderError) throw error;
  const reason = error instanceof Error ? error.message : String(error);
  throw new DecoderError(`The decoder process was stopped: ${reason}.`, { cause: error });
}

function startProcess(): ChildProcess {
  const path = runsFromSource
    ? join(import.meta.dirname, 'decoder-process.server.ts')
    : join(packageRoot, 'dist/server/decoder-process.js');
  const started = fork(path, {
    execArgv: [],
    // Windows cannot start a process without its system variables.
    ...(process.platform === 'win32' ? {} : { env: {} }),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  started.once('exit', () => stopProcess(started));
  started.on('error', () => stopProcess(started));
  // The child does not keep the server process alive.
  started.unref();
  started.channel?.unref();
  return started;
}

/** The next task gets a new process. The old one exits when its IPC channel is closed. */
function stopProcess(stopped: ChildProcess): void {
  if (child === stopped) child = undefined;
  if (stopped.connected) stopped.disconnect();
}

function toError(response: DecoderResponse): Error {
  if ('unsupported' in response) return new DomainError('unsupported', response.unsupported);
  return new DecoderError(
    'error' in response ? response.error : 'The decoder process sent an unexpected response.',
  );
}
