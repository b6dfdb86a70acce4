import { readdirSync, readFileSync } from 'node:fs';

/** The processes of this one that decode pictures, as Linux knows them. */
export function decoders(): number[] {
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
    // It has ended meanwhile.
    return false;
  }
}
