import { readdirSync, readFileSync } from 'node:fs';

/** Process IDs of the picture decoders that this process has started (Linux only). */
export function decoderProcessIds(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isOurDecoder(name))
    .map(Number);
}

function isOurDecoder(pid: string): boolean {
  try {
    const parent = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return Number(parent) === process.pid && command.includes('decoder-process');
  } catch {
    // The process has ended in the meantime.
    return false;
  }
}
