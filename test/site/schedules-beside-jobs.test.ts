import { expect, test } from 'vitest';
import { HOUR_MS } from '#platform/durations.ts';
import { enqueueMail } from '#platform/mail/outbox.server.ts';
import { DATABASE_KINDS, testApp } from '../app.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { startSmtp } from '../smtp.ts';
import { onArticle } from './article-requests.ts';

/** More than the runner runs at a time. */
const WAITING_JOBS = 6;

test.each(DATABASE_KINDS)(
  'a scheduled publication does not wait for emails that a mail server delays (%s database)',
  async (databaseKind) => {
    let now = new Date('2026-05-04T12:00:00Z');
    const smtp = await startSmtp();
    smtp.setBehaviours(['hang']);
    const app = await testApp({ databaseKind, clock: () => now, env: { SMTP_URL: smtp.url } });
    const newsroom = await newsroomApi(app);
    const article = await newsroom.create({ slug: 'timed' });
    const at = new Date(now.getTime() + HOUR_MS);
    await onArticle(newsroom, article, 'PUT', 'schedule', { action: 'publish', at: at.toISOString() });
    await app.database.transaction(async (tx) => {
      for (let index = 0; index < WAITING_JOBS; index++)
        await enqueueMail(tx, { to: { address: `${index}@example.com` }, subject: 'Waiting', text: 'Text' });
    });
    now = at;
    app.jobs.start();
    await expect.poll(smtp.attempts).toBeGreaterThan(0);
    await expect.poll(async () => (await app.fetch('/article/timed')).status).toBe(200);
    expect(smtp.attempts()).toBe(1);
    // Its run ends at once.
    await smtp.close();
    await app.close();
  },
);
