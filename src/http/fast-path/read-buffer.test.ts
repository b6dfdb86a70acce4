import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { get, site, titles } from './site-under-test.ts';

test('a request is answered by what its own connection sends, however the connections alternate', async () => {
  const fast = await site();
  const [one, two] = [await fast.open(), await fast.open()];
  for (let count = 1; count <= 20; count += 1) {
    const [first = '', second = ''] = count % 3 === 0 ? ['/b', '/a'] : ['/a', '/b'];
    one.send(get(first));
    two.send(get(second));
    const expected = [first, second].map((path) => `Page ${path.slice(1).toUpperCase()}`);
    const answers = [await one.responses(count), await two.responses(count)];
    expect(answers.map((responses) => titles(responses).at(-1))).toEqual(expected);
  }
  expect(fast.httpRequests).toEqual([]);
});

test('a body that the application reads later is the one that was sent', async () => {
  const fast = await site();
  const [form, other] = [await fast.open(), await fast.open()];
  const body = 'body'.repeat(5_000);
  // The application reads it after 50 ms.
  form.send(`POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  for (let sent = 0; sent < 5; sent += 1) {
    await delay(5);
    other.send(get('/a', `X-Field: ${'f'.repeat(10_000)}`));
  }
  await other.responses(5);
  const [answer = ''] = await form.responses(1);
  expect(answer).toContain(`app ${body}\nPOST `);
  expect(answer).not.toContain('ffff');
});
