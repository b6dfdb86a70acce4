import { setInterval } from 'node:timers/promises';

/**
 * Calls `beat` every `ms` milliseconds until the signal is aborted, one call after the other; resolves then. A beat that
 * throws is reported and the next one tries again.
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
