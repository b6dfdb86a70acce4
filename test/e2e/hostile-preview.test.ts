import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { MANUSCRIPT } from '../desk.ts';
import { startNewsroom } from '../newsroom.ts';

test('a text that is made to be slow neither stops the site nor keeps it from ending', async () => {
  const site = await startNewsroom();
  const { access_token: token } = await site.signIn(site.editor);
  const settled: string[] = [];
  const content = '<p style="text-align:left;color:red;a:b">&'.repeat(190_000);
  const preview = fetch(`${site.url}/api/newsroom/previews`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${String(token)}` },
    body: JSON.stringify({ ...MANUSCRIPT, content }),
  }).then(
    () => settled.push('preview'),
    () => settled.push('preview'),
  );
  // The body has arrived and the thread has it; nothing depends on how far it is.
  await delay(500);
  for (const path of ['/', '/articles', '/contact', '/healthz'])
    expect((await fetch(site.url + path)).status).toBe(200);
  settled.push('pages');
  // ended by itself and in order: a process that hangs would be killed, one that is late ends with 1
  expect(await site.stop()).toBe(0);
  await preview;
  expect(settled).toEqual(['pages', 'preview']);
});
