import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { comments } from '#domain/comments/tables.server.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { databaseKindsFor } from '../app.ts';
import { makeComment } from '../factories.ts';
import { dump, submitForm } from '../newsletter.ts';
import { preparePersonalDataSite, DATA_PAGE, ADA, EVE, ADDRESS_COLUMNS } from './personal-data-site.ts';

const DATABASE_KINDS = databaseKindsFor(import.meta.filename);

describe.each(DATABASE_KINDS)('the personal data of an address, on the %s database', (databaseKind) => {
  const site = preparePersonalDataSite(databaseKind);
  const { request, text, tokenFor, download, createPersonalData, rowsWith } = site;

  it('covers every column that may contain an address', async () => {
    const { rows } = await site.app.database.db.execute<{ name: string }>(sql`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and table_name in (select tablename from pg_tables where schemaname = 'public')
        and (column_name ~* 'mail|address' or (data_type in ('json', 'jsonb') and table_name <> 'settings'))
        and not (column_name in ('mail_id', 'confirmation_mailed_at'))
        -- Names of authors, which are published, and the name of an account.
        and column_name not in ('bylines', 'paused_schedule')
      order by 1`);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(ADDRESS_COLUMNS).toSorted());
  });

  it('answers the same for every address, and sends a link only if there is stored data', async () => {
    await makeComment(site.app.database, site.article(), { userEmail: ADA });
    const responses = [];
    for (const email of [ADA, EVE, ` ${ADA.toUpperCase()} `]) {
      const response = await request(email);
      responses.push([response.status, [...response.headers], await response.text()]);
    }
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(responses[0]?.[0]).toBe(303);
    expect(await text('/your-data/asked')).toContain('Check your inbox');
    expect(await site.mailbox(ADA)).toHaveLength(1);
    expect(await site.mailbox(EVE)).toHaveLength(0);
    // The request itself is not stored either.
    expect(await rowsWith('eve@')).toEqual([]);
    expect(await rowsWith('ada@')).toEqual(['comments']);
  });

  it('limits emails to one an hour and three a day per address, and requests to ten an hour per network', async () => {
    await makeComment(site.app.database, site.article(), { userEmail: ADA });
    for (let hour = 0; hour < 6; hour++) {
      for (let time = 0; time < 3; time++) expect((await request(ADA)).status).toBe(303);
      expect(await site.mailbox(ADA)).toHaveLength(Math.min(hour + 1, 3));
      site.advanceClock(HOUR_MS);
    }
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    for (let time = 0; time < 10; time++)
      expect((await request(`reader-${time}@news.example`, headers)).status).toBe(303);
    const refused = await request(EVE, headers);
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([429, 'no-store']);
    expect(await refused.text()).toContain(`value="${EVE}"`);
    expect((await request(EVE)).status).toBe(303);
  });

  it('opens only with its own token, for a day', async () => {
    await makeComment(site.app.database, site.article(), { userEmail: ADA, commentText: 'canary words' });
    await makeComment(site.app.database, site.article(), { userEmail: EVE, commentText: 'other words' });
    const [ada, eve] = [await tokenFor(ADA), await tokenFor(EVE)];
    expect(await text(DATA_PAGE + ada)).not.toContain('other words');
    expect(await text(DATA_PAGE + eve)).not.toContain('canary words');
    const broken = ada.slice(0, 40) + eve.slice(40);
    const routes = [
      ['GET', '/held'],
      ['GET', '/held/download'],
      ['GET', '/held/deletion'],
      ['POST', '/held/withdrawal'],
      ['POST', '/held/unsubscription'],
      ['POST', '/held/deletion'],
    ] as const;
    const expectRefused = async (token: string, status: number) => {
      for (const [method, path] of routes) {
        const asked = `/your-data${path}?token=${token}`;
        const response = await (method === 'GET' ? site.app.fetch(asked) : submitForm(site.app, asked));
        expect([path, response.status, response.headers.get('cache-control')]).toEqual([
          path,
          status,
          'no-store',
        ]);
        expect(response.headers.get('referrer-policy')).toBe('no-referrer');
        expect(await response.text()).not.toMatch(/words|@canary/);
      }
    };
    for (const token of [broken, `${ada}x`, '', 'x'.repeat(5000)]) await expectRefused(token, 400);
    // The form of a page that was opened yesterday.
    site.advanceClock(24 * HOUR_MS);
    await expectRefused(ada, 410);
    expect(await text(DATA_PAGE + ada)).toContain('This link has expired');
    expect(await site.app.database.db.$count(comments)).toBe(2);
  });

  it('changes nothing when every link is opened repeatedly', async () => {
    await createPersonalData(ADA, 'canary');
    site.smtp.setBehaviours(['accept']);
    const token = await tokenFor(ADA);
    await site.app.jobs.runDue();
    const before = await dump(site.app.database);
    const waiting = ['/your-data', DATA_PAGE + token];
    const met = new Set<string>();
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (met.has(path) || !path.startsWith('/your-data')) continue;
      met.add(path);
      await site.app.fetch(path, { method: 'HEAD' });
      const response = await site.app.fetch(path);
      const found = (await response.text()).matchAll(/(?:href|action)="(\/[^"]*)"/g);
      waiting.push(...Array.from(found, ([, to = '']) => to.replaceAll('&amp;', '&')));
    }
    for (const path of ['', '/download', '/withdrawal', '/unsubscription', '/deletion'])
      expect([...met]).toContain(`/your-data/held${path}?token=${token}`);
    expect(await dump(site.app.database)).toEqual(before);
  });

  it('is exported with all comments', async () => {
    const many = Array.from({ length: 451 }, (_, index) => ({
      articleId: site.article().id,
      userEmail: ADA,
      commentText: `number ${index}.`,
    }));
    await site.app.database.db.insert(comments).values(many);
    const token = await tokenFor(ADA);
    expect(await text(DATA_PAGE + token)).toContain('Comments (451)');
    const json = await download(token);
    expect(new Set((json['comments'] as { text: string }[]).map(({ text: expected }) => expected)).size).toBe(
      451,
    );
  });
});
