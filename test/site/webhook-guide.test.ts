/** The examples of `docs/guides/webhooks.md` accept the requests of the site, and no others. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageRoot } from '#platform/package-root.server.ts';
import { createWebhook, deliveriesOf, type ReceivedEvent } from '../webhook-receiver.ts';
import { webhookContext } from '../webhook-site.ts';

const GUIDE = readFileSync(join(packageRoot, 'docs/guides/webhooks.md'), 'utf8');
const exampleIn = (language: string) =>
  new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(GUIDE)?.[1] ?? '';
const hasPython = spawnSync('python3', ['--version']).status === 0;

const site = webhookContext('embedded');

const sendTest = async (id: string) => {
  expect((await site.newsroom.request('POST', `/webhooks/${id}/tests`)).status).toBe(202);
  await site.app.jobs.runDue();
};

/** A port on which nobody listens. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test('the example in JavaScript answers 204 to signed requests and 400 to others', async () => {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}/events`;
  const { webhook, secret } = await createWebhook(site.newsroom, url);
  const code = exampleIn('js');
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
    await sendTest(webhook.id);
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

test.skipIf(!hasPython)('the example in Python accepts signed requests only', async () => {
  const { webhook, secret } = await createWebhook(site.newsroom, site.receiver().url);
  await sendTest(webhook.id);
  const { body: replaced } = await site.newsroom.request<{ secret: string }>(
    'POST',
    `/webhooks/${webhook.id}/secrets`,
  );
  await sendTest(webhook.id);
  const isGenuine = async (key: string, { headers, body }: Pick<ReceivedEvent, 'headers' | 'body'>) => {
    const program = `${exampleIn('python')}
import json, sys
key, headers, body = json.loads(sys.argv[1])
print(is_genuine(key, headers, body.encode()))`;
    const input = JSON.stringify([key, headers, body]);
    const { stdout } = await promisify(execFile)('python3', ['-c', program, input]);
    return stdout.trim() === 'True';
  };
  const [first, second] = site.receiver().received;
  if (first === undefined || second === undefined) throw new Error('the test events did not arrive');
  expect(await isGenuine(secret, first)).toBe(true);
  expect(await isGenuine(secret, { ...first, body: `${first.body} ` })).toBe(false);
  const late = { ...first.headers, 'webhook-timestamp': String(Number(first.timestamp) - 400) };
  expect(await isGenuine(secret, { ...first, headers: late })).toBe(false);
  // For a day, requests are signed with both secrets.
  expect(second.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
  expect([await isGenuine(secret, second), await isGenuine(replaced.secret, second)]).toEqual([true, true]);
  expect(await isGenuine(replaced.secret, first)).toBe(false);
});
