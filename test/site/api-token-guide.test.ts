/** The examples of `docs/guides/api-tokens.md` work as they are written. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAccount } from '../accounts.ts';
import { insertToken } from '../api-tokens.ts';
import { type ControlledSite, startControlledSite } from '../controlled-site.ts';
import { makePhoto } from '../pictures.ts';

const GUIDE = join(import.meta.dirname, '../../docs/guides/api-tokens.md');
const hasTools = ['curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).status === 0);

let site: ControlledSite;
let folder: string;
beforeAll(async () => {
  site = await startControlledSite();
  folder = mkdtempSync(join(tmpdir(), 'meridian-guide-'));
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});

test.skipIf(!hasTools)(
  'the guide to API tokens creates, publishes and reads an article, and uploads a picture',
  async () => {
    const examples = [...readFileSync(GUIDE, 'utf8').matchAll(/```sh\n(.*?)```/gs)].map(
      ([, code = '']) => code,
    );
    // The first one sets the variables.
    expect([examples.length, examples[0]]).toEqual([5, expect.stringContaining('export TOKEN=mer_')]);
    const owner = await makeAccount(site.app, { role: 'author' });
    const token = await insertToken(site.app, owner, { scopes: ['articles:publish', 'media:write'] });
    writeFileSync(join(folder, 'picture.jpg'), await makePhoto());
    await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', examples.slice(1).join('\n')], {
      cwd: folder,
      env: { PATH: process.env.PATH, SITE: site.url, TOKEN: token },
    });
    const result = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown;
    expect(result('article.json')).toMatchObject({ is_draft: true, revision: 1 });
    expect(result('published.json')).toMatchObject({ is_draft: false, revision: 2 });
    expect(result('read.json')).toMatchObject({
      title: 'Written by a program',
      slug: 'written-by-a-program',
    });
    const { url } = result('picture.json') as { url: string };
    expect((await site.app.fetch(url)).status).toBe(200);
  },
);
