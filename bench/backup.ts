import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { SiteModules } from './build-site-modules.ts';
import { type NewsroomSite, startNewsroom } from './newsroom-site.ts';
import { peakMemory, resetPeakMemory } from './processes.ts';
import { median, percentile } from './statistics.ts';
import { table } from './table.ts';

/** Of 945 words each: about 480 MB of tables and indexes. */
const ARTICLES = 60_000;
/** Between the beginnings of two saves, in milliseconds. */
const PAUSE_MS = 200;
const QUIET_MS = 10_000;
const CLI = join(import.meta.dirname, '../dist/server/cli.js');

interface Measured {
  /** Milliseconds of each save. */
  readonly saves: readonly number[];
  /** Peak of the resident memory, in MiB. */
  readonly memory: number;
}

/** Measures saves of one editor, one after the other, without and during a backup of a large embedded database. */
export async function measureBackup(modules: SiteModules, rounds: number): Promise<string> {
  const site = await startNewsroom(modules, ARTICLES);
  try {
    const save = await createArticle(site);
    await measureDuring(site, save, delay(QUIET_MS));
    const quiet = await measureDuring(site, save, delay(QUIET_MS));
    const [seconds, backups]: [number[], Measured[]] = [[], []];
    const file = join(site.dataDir, 'backup.tar.gz');
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now();
      backups.push(await measureDuring(site, save, backUp(site, file)));
      seconds.push((performance.now() - start) / 1000);
    }
    const during = {
      saves: backups.flatMap(({ saves }) => saves),
      memory: Math.max(...backups.map(({ memory }) => memory)),
    };
    const megabytes = Math.round(statSync(file).size / 1e6);
    return `${ARTICLES.toLocaleString('en-US')} articles in the embedded database. One editor saves an article every ${PAUSE_MS} ms over HTTP, or as soon as the
save before has a response. ${rounds} backups of ${median(seconds).toFixed(0)} s each; the archive has ${megabytes} MB.

${table(
  ['', 'saves', 'median, ms', '99th percentile, ms', 'slowest, ms', 'peak of memory, MiB'],
  [
    ['without a backup', ...cells(quiet)],
    ['during a backup', ...cells(during)],
  ],
)}`;
  } finally {
    await site.stop();
  }
}

const cells = ({ saves, memory }: Measured): string[] => [
  String(saves.length),
  median(saves).toFixed(1),
  percentile(saves, 0.99).toFixed(1),
  Math.max(...saves).toFixed(1),
  memory.toFixed(0),
];

async function measureDuring(
  { pid }: NewsroomSite,
  save: () => Promise<void>,
  work: Promise<unknown>,
): Promise<Measured> {
  const saves: number[] = [];
  const ended = new AbortController();
  resetPeakMemory(pid);
  const watched = work.finally(() => ended.abort());
  const measuring = async () => {
    while (!ended.signal.aborted) {
      const start = performance.now();
      await save();
      saves.push(performance.now() - start);
      await delay(Math.max(0, start + PAUSE_MS - performance.now()));
    }
  };
  await Promise.all([watched, measuring()]);
  return { saves, memory: peakMemory(pid) };
}

async function createArticle(site: NewsroomSite): Promise<() => Promise<void>> {
  const input = {
    title: 'Rain',
    slug: 'rain',
    excerpt: 'What the season brought.',
    content: `<p>${'It rained for nine days. '.repeat(150)}</p>`,
    category_slug: 'sports',
    is_draft: false,
  };
  const created = await site.request('POST', '/api/newsroom/articles', input);
  let article = (await created.json()) as { readonly id: string; readonly revision: number };
  let number = 0;
  return async () => {
    number += 1;
    const changed = { ...article, title: `Rain ${number}` };
    const headers = { 'if-match': `"${article.revision}"` };
    const saved = await site.request('PUT', `/api/newsroom/articles/${article.id}`, changed, headers);
    article = (await saved.json()) as typeof article;
  };
}

/** The command asks the running process for the backup. */
async function backUp({ dataDir }: NewsroomSite, file: string): Promise<void> {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir };
  await promisify(execFile)(process.execPath, [CLI, 'backup', file], { env });
}
