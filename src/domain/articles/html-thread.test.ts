import { describe, expect, it } from 'vitest';
import { sanitiseArticle } from './sanitise.server.ts';
import { createHtmlThread } from './html-thread.server.ts';

const LONG = `<p>${'<b>word</b> '.repeat(5_000)}</p>`;

describe('the thread for HTML', () => {
  it('does the same as the function, one task after the other', async () => {
    const thread = createHtmlThread();
    const bodies = Array.from({ length: 5 }, (_, number) => `<h1>${number}</h1>${LONG}`);
    const cleaned = await Promise.all(bodies.map((html) => thread({ task: 'clean', html })));
    expect(cleaned).toEqual(bodies.map((html) => sanitiseArticle(html)));
  });

  it('hands on what is refused', async () => {
    const refused = createHtmlThread()({ task: 'clean', html: '<em>'.repeat(101) });
    await expect(refused).rejects.toMatchObject({
      code: 'unprocessable',
      details: { fields: { content: 'The text has too many formats inside of each other' } },
    });
  });

  it('is ended by a task that takes too long, and another does the next', async () => {
    // even starting a thread takes longer
    const hasty = createHtmlThread({ longestMs: 1 });
    for (let time = 0; time < 3; time++)
      await expect(hasty({ task: 'clean', html: LONG })).rejects.toMatchObject({
        code: 'unprocessable',
        details: { fields: { content: expect.stringContaining('too long to check') } },
      });
  });

  it('lets no more wait than it may', async () => {
    const thread = createHtmlThread({ waiting: 2 });
    const asked = Array.from({ length: 5 }, () => thread({ task: 'clean', html: LONG }));
    const settled = await Promise.allSettled(asked);
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
