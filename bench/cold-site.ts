import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteModules } from './build-site-modules.ts';
import { startSite } from './site-server.ts';
import { insertArticles } from './synthetic-articles.ts';

/** The built site with an empty page cache: it renders every response from the database. */
export interface ColdSite {
  readonly size: number;
  /** Milliseconds from sending a request on an open connection to the last byte of the response. */
  time(path: string): Promise<number>;
  stop(): Promise<void>;
}

/** @param databaseUrl an empty database on a PostgreSQL server; without it the site uses the embedded database */
export async function startColdSite(
  modules: SiteModules,
  size: number,
  databaseUrl?: string,
): Promise<ColdSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
  const database = await modules.openDatabase(
    databaseUrl === undefined ? { dataDir, create: true } : { url: databaseUrl },
  );
  await modules.migrate(database);
  await insertArticles(database, size);
  await database.close();
  const server = await startSite(dataDir, {
    SAMPLE_CONTENT: 'off',
    PAGE_CACHE_MB: '0',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    size,
    time: (path) => timeRequest(server.url + path, agent),
    async stop() {
      agent.destroy();
      await server.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

function timeRequest(url: string, agent: Agent): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const start = performance.now();
  get(url, { agent, headers: { 'accept-encoding': 'gzip' } }, (response) => {
    response.once('error', reject);
    response.once('end', () => {
      if (response.statusCode === 200) resolve(performance.now() - start);
      else reject(new Error(`${url} responded with ${response.statusCode}`));
    });
    response.resume();
  }).once('error', reject);
  return promise;
}
