import { randomFillSync } from 'node:crypto';

const bytes = new Uint8Array(16);
let lastMillisecond = 0;
let sequence = 0;

/**
 * A UUID, version 7: later ids sort later, so new rows are added at the end of an index instead of at random positions.
 * Generated here because PostgreSQL has `uuidv7()` only since version 18, and servers from 15 on are supported.
 */
export function uuidv7(now = Date.now()): string {
  randomFillSync(bytes);
  const millisecond = Math.max(now, lastMillisecond);
  // A counter orders the ids of one millisecond.
  sequence = millisecond === lastMillisecond ? sequence + 1 : (bytes[6] ?? 0);
  lastMillisecond = millisecond;
  if (sequence > 0xfff) {
    lastMillisecond += 1;
    sequence = 0;
  }
  new DataView(bytes.buffer).setUint32(0, Math.floor(lastMillisecond / 0x10000));
  new DataView(bytes.buffer).setUint16(4, lastMillisecond % 0x10000);
  bytes[6] = 0x70 | (sequence >> 8);
  bytes[7] = sequence & 0xff;
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = Buffer.from(bytes.buffer).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
