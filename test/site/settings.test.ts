import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminHeaders } from '../accounts.ts';
import { testApp, type TestApp } from '../app.ts';
import { patchSettings } from '../settings.ts';

const PATH = '/api/newsroom/settings';

describe('the settings in the API', () => {
  let app: TestApp;
  let headers: Record<string, string>;
  beforeAll(async () => {
    app = await testApp({ env: { SITE_NAME: 'The Locked Times', SITE_SOCIAL: 'https://a.example/times' } });
    headers = await adminHeaders(app);
  });
  afterAll(() => app.close());

  const read = () => app.fetch(PATH, { headers });
  const patch = (settings: object) => patchSettings(app, headers, { ...settings });

  it('are read, and changed individually', async () => {
    const { revision: _before, ...before } = await (await read()).json();
    expect(before).toMatchObject({ comment_first_pending: false, comment_close_after_days: null });
    const changed = await patch({ comment_first_pending: true });
    expect(changed.status).toBe(200);
    const { revision, ...after } = await changed.json();
    expect(after).toEqual({ ...before, comment_first_pending: true });
    expect(changed.headers.get('etag')).toBe(`"${revision}"`);
    expect((await read()).headers.get('etag')).toBe(`"${revision}"`);
  });

  it('keep what an earlier release accepted, and of a list the elements that are accepted now', async () => {
    const stored = {
      contact_email: 'desk@intranet',
      discovery_associations: ['https://user:password@press.example', 'https://press.example'],
    };
    for (const [name, value] of Object.entries(stored))
      await app.database.db.execute(
        sql`insert into settings (name, value) values (${name}, ${JSON.stringify(value)}::jsonb)`,
      );
    await app.database.transaction((tx) => Promise.resolve(tx.invalidate('*')));
    const expected = { contact_email: 'desk@intranet', discovery_associations: ['https://press.example'] };
    expect(await (await read()).json()).toMatchObject(expected);
    await app.database.db.execute(
      sql`delete from settings where name in ('contact_email', 'discovery_associations')`,
    );
  });

  it('return field errors for invalid values, and change nothing', async () => {
    const refused = await patch({
      comment_first_pending: false,
      comment_links_allowed: 1000,
      publication_tagline: 'x'.repeat(161),
      publication_time_zone: 'Mars/Olympus',
      contact_social: ['http://insecure.example', 'https://a.example/\nbelongto=x'],
      contact_email: 'a@b.example\r\nBcc: c@d.example',
    });
    expect(refused.status).toBe(422);
    const { fields } = (await refused.json()) as { fields: Record<string, string> };
    expect(Object.keys(fields).toSorted()).toEqual([
      'comment_links_allowed',
      'contact_email',
      'contact_social.0',
      'contact_social.1',
      'publication_tagline',
      'publication_time_zone',
    ]);
    expect(await (await read()).json()).toMatchObject({ comment_first_pending: true });
  });

  it('are texts in which something is visible, and which cannot reverse the text after them', async () => {
    for (const home_button of ['\u200b', ' \u2060\u00ad ', '\u202e'])
      expect((await patch({ home_button })).status).toBe(422);
    const changed = await patch({ home_button: '\u202eGo \u2066on\u200e' });
    expect([changed.status, await changed.json()]).toMatchObject([200, { home_button: 'Go on\u200e' }]);
  });

  it('cannot be changed while a variable of the environment determines them', async () => {
    expect(await (await read()).json()).toMatchObject({
      publication_name: 'The Locked Times',
      contact_social: ['https://a.example/times'],
      locked: { publication_name: 'SITE_NAME', contact_social: 'SITE_SOCIAL' },
    });
    const refused = await patch({ publication_name: 'Mine', publication_tagline: 'Also mine' });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ fields: { publication_name: 'Set by SITE_NAME.' } });
    expect(await (await read()).json()).toMatchObject({
      publication_name: 'The Locked Times',
      publication_tagline: 'Contemporary Issues, Clear Analysis',
    });
    expect(await (await app.fetch('/')).text()).toContain('The Locked Times');
  });
});
