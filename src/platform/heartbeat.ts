import { setInterval } from 'node:timers/promises';

/**
 * Calls `beat` every `ms` milliseconds, never concurrently, until the signal aborts; resolves then. An error of `beat`
 * is passed to `onError`, and the calls continue.
 */
export async function heartbeat(
  ms: number,
  signal: AbortSignal,
  beat: () => Promise<void>,
  onError: (error: unknown) => void,
): Promise<void> {
  try {
    for await (const _ of setInterval(ms, undefined, { signal, ref: false })) await beat().catch(onError);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
