import { readdirSync, readFileSync } from 'node:fs';

/** A process as Linux describes it (proc(5), /proc/PID/stat). Times are in seconds. */
interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  /** Tells a process from a later one with the same number. */
  readonly startedAt: number;
  /** Of its own threads. */
  readonly own: number;
  /** Of its descendants that have ended and were waited for. */
  readonly ofEnded: number;
}

interface Followed {
  stat: ProcessStat;
  isRunning: boolean;
  readonly children: Followed[];
}

/** `sysconf(_SC_CLK_TCK)`, which is 100 on every architecture that Node.js supports. */
const TICKS_PER_SECOND = 100;
const SAMPLE_INTERVAL_MS = 500;

export interface ProcessorTime {
  /**
   * Processor time in seconds of this process and of all that it has started since the measurement began; undefined on other
   * systems than Linux.
   */
  seconds(): number | undefined;
  stop(): void;
}

/**
 * Measures the processor time of a tree of processes. The kernel adds the time of an ended process to that of its parent only
 * if the parent waits for it, which the processes of a browser do not. So the tree is also sampled: of ended children counts what
 * was seen of them, or what the kernel has added, whichever is more.
 */
export function measureProcessorTime(root = process.pid): ProcessorTime {
  if (process.platform !== 'linux') return { seconds: () => undefined, stop: () => {} };
  const followed = new Map<string, Followed>();
  const endedBefore = readStat(String(root))[0]?.ofEnded ?? 0;
  const sample = () => followTree(followed, root, endedBefore);
  const timer = setInterval(sample, SAMPLE_INTERVAL_MS);
  return {
    seconds() {
      sample();
      const found = [...followed.values()].find(({ stat }) => stat.pid === root);
      return found && total(found);
    },
    stop: () => clearInterval(timer),
  };
}

const keyOf = ({ pid, startedAt }: ProcessStat) => `${pid} ${startedAt}`;

/**
 * Adds the processes that are new in the tree, and updates the known ones, also those whose parent has ended.
 *
 * @param endedBefore seconds of what the root had started and that had ended before
 */
function followTree(followed: Map<string, Followed>, root: number, endedBefore: number): void {
  const stats = readdirSync('/proc')
    .flatMap((name) => (/^\d+$/.test(name) ? readStat(name) : []))
    .map((stat) => (stat.pid === root ? { ...stat, ofEnded: stat.ofEnded - endedBefore } : stat));
  for (const entry of followed.values()) entry.isRunning = false;
  const running = new Map<number, Followed>();
  const unknown: ProcessStat[] = [];
  for (const stat of stats) {
    const known = followed.get(keyOf(stat));
    if (known) Object.assign(known, { stat, isRunning: true });
    else if (stat.pid === root) followed.set(keyOf(stat), { stat, isRunning: true, children: [] });
    else unknown.push(stat);
    const entry = followed.get(keyOf(stat));
    if (entry) running.set(stat.pid, entry);
  }
  // Parents start before their children.
  for (const stat of unknown.toSorted(
    (one, other) => one.startedAt - other.startedAt || one.pid - other.pid,
  )) {
    const parent = running.get(stat.parent);
    if (!parent) continue;
    const entry = { stat, isRunning: true, children: [] };
    parent.children.push(entry);
    followed.set(keyOf(stat), entry);
    running.set(stat.pid, entry);
  }
}

/** Nothing if the process has ended meanwhile. */
function readStat(pid: string): ProcessStat[] {
  try {
    return [parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))];
  } catch {
    return [];
  }
}

/** @param text the content of /proc/PID/stat; the second field is a name in parentheses, which may contain spaces */
export function parseStat(text: string): ProcessStat {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  // Numbered as in proc(5), where the field after the name is the third.
  const field = (number: number) => Number(fields[number - 3]);
  return {
    pid: Number.parseInt(text, 10),
    parent: field(4),
    startedAt: field(22),
    own: (field(14) + field(15)) / TICKS_PER_SECOND,
    ofEnded: (field(16) + field(17)) / TICKS_PER_SECOND,
  };
}

/** What the kernel adds to the parent of a process that waits for it. */
const kernelTotal = ({ stat }: Followed): number => stat.own + stat.ofEnded;

function total({ stat, children }: Followed): number {
  const sumOf = (entries: readonly Followed[], count: (entry: Followed) => number) =>
    entries.reduce((sum, entry) => sum + count(entry), 0);
  const ended = children.filter(({ isRunning }) => !isRunning);
  const running = children.filter(({ isRunning }) => isRunning);
  const ofEnded = Math.max(sumOf(ended, kernelTotal), stat.ofEnded);
  // What the kernel lost of the descendants of an ended child.
  const lost = sumOf(ended, (child) => total(child) - kernelTotal(child));
  return stat.own + ofEnded + lost + sumOf(running, total);
}
