import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Subject } from './build-subject.ts';
import { insertArticles } from './synthetic-articles.ts';

/** The site in this process, on a database of its own, that keeps no page: every answer is made from the database. */
export interface ColdSite {
  /** Milliseconds of one answer, header to last byte. */
  time(path: string): Promise<number>;
  close(): Promise<void>;
}

export async function openColdSite(subject: Subject, articles: number): Promise<ColdSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
  const config = subject.readConfig({ DATA_DIR: dataDir, SAMPLE_CONTENT: 'off', PAGE_CACHE_MB: '0' });
  const database = await subject.openDatabase({ dataDir });
  await subject.migrate(database);
  await insertArticles(database, articles);
  const log = subject.createLog('error', (line) => void process.stderr.write(line));
  const app = await subject.createApp({ config, database, log });
  return {
    async time(path) {
      const began = performance.now();
      const response = await app.fetch(new Request(`http://127.0.0.1${path}`));
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
      return performance.now() - began;
    },
    async close() {
      await app.close();
      await database.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}
