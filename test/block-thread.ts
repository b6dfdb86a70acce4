/** Blocks the thread, as a stalled machine does, without using the processor. */
export function blockThread(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
