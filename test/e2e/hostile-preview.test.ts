import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ARTICLE_INPUT } from '../newsroom-api.ts';
import { startNewsroom } from '../newsroom.ts';

test('content that is slow to sanitize blocks neither requests nor shutdown', async () => {
  const site = await startNewsroom();
  const { access_token: token } = await site.signIn(site.editor);
  const settled: string[] = [];
  const content = '<p style="text-align:left;color:red;a:b">&'.repeat(190_000);
  const preview = fetch(`${site.url}/api/newsroom/previews`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${String(token)}` },
    body: JSON.stringify({ ...ARTICLE_INPUT, content }),
  }).then(
    () => settled.push('preview'),
    () => settled.push('preview'),
  );
  // By now the request body has arrived and the worker thread is sanitizing it.
  await delay(500);
  for (const path of ['/', '/articles', '/contact', '/healthz'])
    expect((await fetch(site.url + path)).status).toBe(200);
  settled.push('pages');
  // Exit code 0 means a graceful shutdown: a process that hangs is killed, and one that is late exits with 1.
  expect(await site.stop()).toBe(0);
  await preview;
  expect(settled).toEqual(['pages', 'preview']);
});
