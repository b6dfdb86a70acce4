/** The examples of the guides to API tokens and to webhooks work with the site. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '#platform/package-root.server.ts';
import { makeAccount } from '../accounts.ts';
import { insertToken } from '../api-tokens.ts';
import { startControlledSite } from '../controlled-site.ts';
import { makePhoto } from '../pictures.ts';
import { freePort } from '../server.ts';
import { useTemporaryFolder } from '../temporary-folder.ts';
import { createWebhook, deliveriesOf } from '../webhook-receiver.ts';
import { webhookContext } from '../webhook-site.ts';

const hasTools = ['curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).status === 0);
const folder = useTemporaryFolder();
const site = webhookContext('embedded');

const examplesIn = (guide: string, language: string) =>
  Array.from(
    readFileSync(join(packageRoot, 'docs/guides', guide), 'utf8').matchAll(
      new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'),
    ),
    ([, code = '']) => code,
  );

test.skipIf(!hasTools)(
  'programs with an API token create, publish and read an article, and upload a picture',
  async () => {
    const running = await startControlledSite();
    onTestFinished(() => running.close());
    const examples = examplesIn('api-tokens.md', 'sh');
    // The first one sets the variables.
    expect([examples.length, examples[0]]).toEqual([5, expect.stringContaining('export TOKEN=mer_')]);
    writeFileSync(join(folder, 'picture.jpg'), await makePhoto());
    const owner = await makeAccount(running.app, { role: 'author' });
    const token = await insertToken(running.app, owner, { scopes: ['articles:publish', 'media:write'] });
    const env = { PATH: process.env.PATH, SITE: running.url, TOKEN: token };
    const script = examples.slice(1).join('\n');
    await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', script], { cwd: folder, env });
    const result = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown;
    expect(result('article.json')).toMatchObject({ is_draft: true, revision: 1 });
    expect(result('published.json')).toMatchObject({ is_draft: false, revision: 2 });
    expect(result('read.json')).toMatchObject({ slug: 'written-by-a-program' });
    const { url } = result('picture.json') as { url: string };
    expect((await running.app.fetch(url)).status).toBe(200);
  },
);

test('a receiver of webhooks answers 204 to signed requests and 400 to others', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/events`;
  const { webhook, secret } = await createWebhook(site.newsroom, url);
  const [code = ''] = examplesIn('webhooks.md', 'js');
  expect(code).toContain('.listen(8080);');
  const listening = code.replace('.listen(8080);', `.listen(${port}, () => console.log('listening'));`);
  const program = spawn(process.execPath, ['--input-type=module', '-e', listening], {
    cwd: packageRoot,
    env: { WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(program.stdout, 'data');
    const printed = once(program.stdout, 'data');
    expect((await site.newsroom.request('POST', `/webhooks/${webhook.id}/tests`)).status).toBe(202);
    await site.app.jobs.runDue();
    expect(await deliveriesOf(site.newsroom, webhook.id)).toMatchObject([
      { event: 'webhook.test', state: 'delivered', response_status: 204 },
    ]);
    expect(String((await printed)[0])).toMatch(/^webhook\.test /);
    const forged = await fetch(url, { method: 'POST', body: '{"type":"webhook.test"}' });
    expect(forged.status).toBe(400);
  } finally {
    program.kill();
    await once(program, 'close');
  }
});
