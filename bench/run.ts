/**
 * `npm run bench`: how fast the site is on this machine, as a Markdown report. `--write` keeps it in docs/;
 * with `--only NAME` it replaces the sections that ran and leaves the others.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browsers } from './browsers.ts';
import { buildSubject } from './build-subject.ts';
import { cold } from './cold.ts';
import { newsroomTable } from './newsroom-table.ts';
import { discussion } from './discussion.ts';
import { readOptions } from './options.ts';
import { startOurs } from './our-server.ts';
import { pageBytes } from './page-bytes.ts';
import { photos } from './photos.ts';
import { publishing } from './publishing.ts';
import { sectionsOf, writeReport } from './report.ts';
import { soak } from './soak.ts';
import { startup } from './startup.ts';
import { throughput } from './throughput.ts';

const options = readOptions(process.argv.slice(2));
const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));

async function served<T>(work: (server: Awaited<ReturnType<typeof startOurs>>) => Promise<T>): Promise<T> {
  const server = await startOurs(dataDir);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

interface Part {
  readonly name: string;
  readonly title: string;
  readonly run: () => Promise<string>;
  /** Takes so long that it runs only for the report that is kept, or by name. */
  readonly isLong?: boolean;
}

/** In the order of the report. The first one to start the server fills the data folder. */
const PARTS: readonly Part[] = [
  { name: 'throughput', title: 'A kept article', run: () => served((server) => throughput(server, options)) },
  {
    name: 'browsers',
    title: 'What browsers send',
    run: () => served((server) => browsers(server, options)),
  },
  { name: 'cold', title: 'Pages made anew', run: async () => cold(await buildSubject(), options.rounds) },
  {
    name: 'publishing',
    title: 'From a save to every page',
    run: async () => publishing(await buildSubject(), options.rounds),
  },
  {
    name: 'table',
    title: 'The table of the newsroom',
    run: async () => newsroomTable(await buildSubject(), options.rounds),
  },
  { name: 'photos', title: 'A photo', run: async () => photos(await buildSubject(), options.rounds) },
  {
    name: 'discussion',
    title: 'A hundred comments a second',
    run: () => discussion(options.seconds * 2),
  },
  { name: 'bytes', title: 'Bytes of a page', run: () => served(pageBytes) },
  {
    name: 'startup',
    title: 'Start',
    run: async () => {
      await served(() => Promise.resolve());
      return startup(dataDir, options.rounds);
    },
  },
  {
    name: 'soak',
    title: 'Soak test',
    isLong: true,
    run: async () => soak(await buildSubject(), options.minutes),
  },
];

const REPORT = join(import.meta.dirname, '../docs/benchmark.md');
const titles = PARTS.map((part) => part.title);
const measured = new Map<string, string>();
try {
  for (const { name, title, run, isLong = false } of PARTS) {
    const isWanted = options.only.length > 0 ? options.only.includes(name) : !isLong || options.write;
    if (!isWanted) continue;
    process.stderr.write(`${title} …\n`);
    measured.set(title, (await run()).trimEnd());
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

process.stdout.write(writeReport(titles, measured));
if (options.write) {
  const kept = options.only.length > 0 ? sectionsOf(readFileSync(REPORT, 'utf8')) : [];
  writeFileSync(REPORT, writeReport(titles, new Map([...kept, ...measured])));
}
