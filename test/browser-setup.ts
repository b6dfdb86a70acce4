import type { TestProject } from 'vitest/node';
import { type ChromiumBinary, findChromium } from './chromium.ts';
import { insertAccounts, NEWSROOM_TEMPLATE } from './newsroom-accounts.ts';
import type { Postgres } from './postgres.ts';
import { createTemplate, startPostgresWithTemplate, TEMPLATE } from './postgres-templates.ts';
import { startServer } from './server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the built site with its sample content. */
    siteUrl: string;
    chromium: ChromiumBinary;
  }
}

/** Runs once before all browser tests: finds the browser, starts one site, and one PostgreSQL for the newsrooms. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('chromium', findChromium());
  const [server, postgres] = await Promise.all([startServer(), startPostgresOfNewsrooms()]);
  project.provide('siteUrl', server.url);
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await server.stop();
    await postgres.stop();
  };
}

async function startPostgresOfNewsrooms(): Promise<Postgres> {
  const postgres = await startPostgresWithTemplate();
  await createTemplate(postgres, NEWSROOM_TEMPLATE, TEMPLATE, insertAccounts);
  return postgres;
}
