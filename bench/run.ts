/**
 * `npm run bench`: measures the site on this machine and prints a Markdown report. `--write` also writes it to docs/.
 * With `--only NAME` it replaces the sections that ran and does not change the others.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureBackup } from './backup.ts';
import { measureBrowserRequests } from './browser-requests.ts';
import { buildSiteModules } from './build-site-modules.ts';
import { measureBuilds } from './builds.ts';
import { measureColdPages } from './cold-pages.ts';
import { measureArticleTable } from './article-table.ts';
import { measureCommentLoad } from './comment-load.ts';
import { measureLighthouse } from './lighthouse.ts';
import { readOptions } from './options.ts';
import { startSite } from './site-server.ts';
import { measurePageWeight } from './page-weight.ts';
import { measurePhotoUploads } from './photo-uploads.ts';
import { measurePipelining } from './pipelining.ts';
import { measurePublishing } from './publishing.ts';
import { sectionsOf, writeReport } from './report.ts';
import { measureSearch } from './search.ts';
import { runSoakTest } from './soak.ts';
import { measureStartup } from './startup.ts';
import { measureThroughput } from './throughput.ts';
import { measureViewCounting } from './view-counting.ts';

const options = readOptions(process.argv.slice(2));
const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));

async function withServer<T>(
  work: (server: Awaited<ReturnType<typeof startSite>>) => Promise<T>,
): Promise<T> {
  const server = await startSite(dataDir);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** In a data folder of its own, because the measurement adds an article to the site. */
async function measureLighthouseOnNewSite(rounds: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const server = await startSite(folder);
  try {
    return await measureLighthouse(server, folder, rounds);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Section {
  readonly name: string;
  readonly title: string;
  readonly run: () => Promise<string>;
  /** Takes so long that it runs only with `--write` or by name. */
  readonly isLong?: boolean;
}

/** In the order of the report. The first section that starts the server creates the data folder. */
const SECTIONS: readonly Section[] = [
  {
    name: 'throughput',
    title: 'A cached article',
    run: () => withServer((server) => measureThroughput(server, options)),
  },
  {
    name: 'browsers',
    title: 'Requests of real browsers',
    run: () => withServer((server) => measureBrowserRequests(server, options)),
  },
  {
    name: 'views',
    title: 'Counting page views',
    run: () => measureViewCounting(options.rounds),
  },
  {
    name: 'builds',
    title: 'Compared with another build',
    isLong: true,
    run: () => measureBuilds(options),
  },
  {
    name: 'cold',
    title: 'Pages rendered with an empty cache',
    run: async () => measureColdPages(await buildSiteModules(), options.rounds),
  },
  {
    name: 'publishing',
    title: 'Time from a save to updated pages',
    run: async () => measurePublishing(await buildSiteModules(), options.rounds),
  },
  {
    name: 'table',
    title: 'Newsroom article table',
    run: async () => measureArticleTable(await buildSiteModules(), options.rounds),
  },
  {
    name: 'search',
    title: 'Search',
    isLong: true,
    run: async () => measureSearch(await buildSiteModules(), options.rounds),
  },
  {
    name: 'photos',
    title: 'Photo upload',
    run: async () => measurePhotoUploads(await buildSiteModules(), options.rounds),
  },
  {
    name: 'comments',
    title: 'Many comments',
    run: () => measureCommentLoad(options.seconds * 2, options.baseline),
  },
  {
    name: 'pipelining',
    title: 'Many requests without a reader',
    isLong: true,
    run: () => measurePipelining(options.baseline),
  },
  {
    name: 'backup',
    title: 'Saves during a backup',
    isLong: true,
    run: async () => measureBackup(await buildSiteModules(), options.rounds),
  },
  { name: 'bytes', title: 'Page weight', run: () => withServer(measurePageWeight) },
  {
    name: 'lighthouse',
    title: 'Lighthouse',
    isLong: true,
    run: () => measureLighthouseOnNewSite(options.rounds),
  },
  {
    name: 'startup',
    title: 'Startup',
    run: async () => {
      await withServer(() => Promise.resolve());
      return measureStartup(dataDir, options.rounds);
    },
  },
  {
    name: 'soak',
    title: 'Soak test',
    isLong: true,
    run: async () => runSoakTest(await buildSiteModules(), options.minutes),
  },
];

const REPORT = join(import.meta.dirname, '../docs/benchmark.md');
const titles = SECTIONS.map((section) => section.title);
const measured = new Map<string, string>();
try {
  for (const { name, title, run, isLong = false } of SECTIONS) {
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
  const existing = options.only.length > 0 ? sectionsOf(readFileSync(REPORT, 'utf8')) : [];
  writeFileSync(REPORT, writeReport(titles, new Map([...existing, ...measured])));
}
