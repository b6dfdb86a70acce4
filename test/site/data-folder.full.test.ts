import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findCommand } from '#cli/commands.ts';
import { readConfig } from '#platform/config.server.ts';
import { contactMessages } from '#domain/contact/tables.server.ts';
import type { Database } from '#platform/db/database.ts';
import { openDatabase } from '#platform/db/open-database.server.ts';
import { silentLog } from '#platform/log.server.ts';
import { createApp } from '../../src/app.ts';
import { adminHeaders, postJson } from '../accounts.ts';
import { PUBLIC_URL, type TestApp } from '../app.ts';
import { fillDataDir } from '../databases.ts';
import { makePhoto } from '../pictures.ts';

const PICTURE = '/media/article-images/port-crane-960.avif';
const folder = mkdtempSync(join(tmpdir(), 'meridian-data-folder-'));
const dataDir = join(folder, 'data');
const away = join(folder, 'away');
const media = join(dataDir, 'media');
const config = readConfig({ DATA_DIR: dataDir, PUBLIC_URL });

let database: Database;
beforeAll(async () => {
  await fillDataDir(dataDir);
  database = await openDatabase({ dataDir });
  const app = await start();
  authorization = await adminHeaders(app);
  await app.close();
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

let authorization: { authorization: string };

/** Starts the complete site on the data folder. */
async function start(): Promise<TestApp> {
  const app = await createApp({ config, database, log: silentLog });
  return {
    ...app,
    database,
    dataDir,
    fetch: (asked, init) =>
      app.fetch(typeof asked === 'string' ? new Request(new URL(asked, PUBLIC_URL), init) : asked),
  };
}

const statusOf = async (app: TestApp, path: string) => (await app.fetch(path)).status;

async function upload(app: TestApp): Promise<number> {
  const body = new Uint8Array(await makePhoto());
  return (await app.fetch('/api/newsroom/images', { method: 'POST', headers: authorization, body })).status;
}

const MESSAGE = { name: 'Ada', email: 'ada@news.example', subject: 'Hello', message: 'A message' };
const contact = (app: TestApp) => postJson(app, '/api/contact', MESSAGE);

test('a data folder that disappears is not recreated, and no write is confirmed in the meantime', async () => {
  const app = await start();
  expect(await statusOf(app, PICTURE)).toBe(200);
  expect((await contact(app)).status).toBeLessThan(300);
  await app.jobs.runDue();
  expect(readdirSync(join(dataDir, 'mail'))).toHaveLength(1);
  const count = await countMessages();

  renameSync(dataDir, away);
  expect((await contact(app)).status).toBeGreaterThanOrEqual(500);
  expect(await statusOf(app, PICTURE)).toBe(503);
  expect(await upload(app)).toBeGreaterThanOrEqual(500);
  await app.jobs.runDue().catch(() => {});
  expect(await statusOf(app, '/readyz')).toBe(503);
  expect(existsSync(dataDir)).toBe(false);

  renameSync(away, dataDir);
  await vi.waitFor(async () => expect(await statusOf(app, '/readyz')).toBe(200), 30_000);
  expect(await statusOf(app, PICTURE)).toBe(200);
  expect(await countMessages()).toBeGreaterThanOrEqual(count);
  expect((await contact(app)).status).toBeLessThan(300);
  await app.close();
});

const countMessages = () => database.db.$count(contactMessages);

test('a start does not replace a missing picture folder, and the pictures return with the folder', async () => {
  renameSync(media, away);
  const app = await start();
  expect(existsSync(media)).toBe(false);
  expect(await statusOf(app, '/')).toBe(200);
  expect(await statusOf(app, PICTURE)).toBe(503);
  expect(await upload(app)).toBeGreaterThanOrEqual(500);
  const printed: string[] = [];
  const context = { config, database, print: (line: string) => void printed.push(line) };
  expect(await findCommand('doctor')?.run([], context)).toBe(false);
  expect(printed).toContainEqual(expect.stringMatching(/^FAIL +Picture store .*it is missing/));
  expect(existsSync(media)).toBe(false);
  renameSync(away, media);
  expect(await statusOf(app, PICTURE)).toBe(200);
  expect(await upload(app)).toBe(201);
  await app.close();
});

test('a site with accounts does not start without its own secrets', async () => {
  const secrets = join(dataDir, 'secrets.json');
  renameSync(secrets, away);
  await expect(start()).rejects.toThrow('secrets.json is missing');
  expect(existsSync(secrets)).toBe(false);
  writeFileSync(secrets, '{"authSec');
  await expect(start()).rejects.toThrow('the file is damaged');
  renameSync(away, secrets);
  const app = await start();
  const me = await app.fetch('/api/newsroom/articles', { headers: authorization });
  expect(me.status).toBe(200);
  await app.close();
});
