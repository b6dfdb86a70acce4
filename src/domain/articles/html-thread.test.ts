import { describe, expect, it } from 'vitest';
import { createHtmlThread } from './html-thread.server.ts';

const LONG = `<p>${'<b>word</b> '.repeat(5_000)}</p>`;

describe('the HTML worker thread', () => {
  it('is replaced after a task that takes too long', async () => {
    // Starting the thread alone takes longer than this.
    const thread = createHtmlThread({ timeoutMs: 1 });
    for (let time = 0; time < 3; time++)
      await expect(thread({ task: 'read-input', html: LONG })).rejects.toMatchObject({
        code: 'unprocessable',
        details: { fields: { content: expect.stringContaining('too long to check') } },
      });
  });

  it('rejects tasks when the queue is full', async () => {
    const thread = createHtmlThread({ maxQueued: 2 });
    const results = Array.from({ length: 5 }, () => thread({ task: 'read-input', html: LONG }));
    const settled = await Promise.allSettled(results);
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect(settled.at(-1)).toMatchObject({ reason: { code: 'unavailable' } });
  });
});
