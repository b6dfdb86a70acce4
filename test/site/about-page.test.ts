import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#domain/site/settings.ts';
import { databaseKindsFor } from '../app.ts';
import { prepareClockedNewsroomSite } from './newsroom-site.ts';

const BLOCKS = {
  about_mission: ['{name} reports what the tide brings.'],
  about_principles: [{ title: 'Slowly', text: 'We check twice.' }],
  about_timeline_heading: 'Since 1999',
  about_timeline: [{ year: 1999, title: 'A pier', text: 'Is built.' }],
};

interface ApiAbout {
  readonly revision: number;
  readonly is_draft: boolean;
  readonly about_mission: readonly string[];
}

describe.each(databaseKindsFor(import.meta.filename))('the About page (%s database)', (databaseKind) => {
  const site = prepareClockedNewsroomSite({ databaseKind }, { role: 'editor' });

  const text = async () => (await site.app.fetch('/about')).text();
  const read = async () => (await site.newsroom.request<ApiAbout>('GET', '/about')).body;
  const put = (change: object, revision: number | null) =>
    site.newsroom.request<ApiAbout & Record<string, unknown>>(
      'PUT',
      '/about',
      { ...BLOCKS, ...change },
      revision === null ? {} : { 'if-match': `"${revision}"` },
    );
  const revisions = async () =>
    (await site.newsroom.request<{ revisions: Record<string, unknown>[] }>('GET', '/about/revisions')).body
      .revisions;

  test('shows a draft only to the newsroom, until it is published', async () => {
    const before = await read();
    expect(before).toMatchObject({ is_draft: false, revision: 1 });
    expect(before.about_mission).toEqual(DEFAULT_SETTINGS.about_mission);
    expect(await revisions()).toEqual([]);
    const former = await text();

    const draft = await put({ is_draft: true }, 1);
    expect([draft.status, draft.headers.get('etag')]).toEqual([200, '"2"']);
    expect(await read()).toMatchObject({ ...BLOCKS, is_draft: true, revision: 2 });
    expect(await text()).toBe(former);

    const published = await put({ is_draft: false }, 2);
    expect(published.body).toMatchObject({ is_draft: false, revision: 3 });
    const html = await text();
    expect(html).toContain('<p>Meridian reports what the tide brings.</p>');
    expect(html).toContain('Since 1999');
    expect(html).not.toMatch(/newsletter among friends|\{name\}/);
    expect(await revisions()).toEqual([
      expect.objectContaining({ revision: 3, is_draft: false, saved_by_name: expect.any(String) }),
      expect.objectContaining({ revision: 2, is_draft: true, restored_from: null }),
      // The text that readers saw before the first save.
      expect.objectContaining({ revision: 1, is_draft: false, saved_by_name: null }),
    ]);
    const first = await site.newsroom.request<ApiAbout>('GET', '/about/revisions/1');
    expect(first.body.about_mission).toEqual(DEFAULT_SETTINGS.about_mission);
    expect((await site.newsroom.request('GET', '/about/revisions/9')).status).toBe(404);
  });
});
