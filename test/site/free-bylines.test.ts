import { describe, expect, test } from 'vitest';
import { LINK_BATCH_SIZE } from '#domain/articles/authors/free-bylines.server.ts';
import { type ApiAuthor, createAuthor, freeText, linkedTo } from '../author-api.ts';
import { databaseKindsFor } from '../app.ts';
import { makeArticle } from '../factories.ts';
import { newsroomApi } from '../newsroom-api.ts';
import { prepareNewsroomSite } from './newsroom-site.ts';

describe.each(databaseKindsFor(import.meta.filename))('names without a profile (%s)', (databaseKind) => {
  const site = prepareNewsroomSite({ databaseKind }, { role: 'editor' });

  const { text } = site;
  const list = async (query = '') =>
    (await site.newsroom.request<{ total: number; bylines: object[] }>('GET', `/free-bylines${query}`)).body;
  const link = (name: string, { id }: Pick<ApiAuthor, 'id'>, api = site.newsroom) =>
    api.request<{ linked: number; remaining: number }>('POST', '/free-bylines/links', { name, author: id });

  test('become bylines of a profile on every page, at once and without a revision', async () => {
    const draft = await site.newsroom.create({ slug: 'draft-of-sam', bylines: [freeText('Sam Old')] });
    const shown = await site.newsroom.create({
      slug: 'shown-of-sam',
      is_draft: false,
      bylines: [freeText('Bo'), freeText('Sam Old')],
    });
    const paths = [
      '/article/shown-of-sam',
      '/sports',
      '/articles',
      '/feed.xml',
      '/api/articles/shown-of-sam',
    ];
    for (const path of paths) await expect.poll(() => text(path)).toContain('Sam Old');
    const sam = await createAuthor(site.newsroom, 'Sam New', { slug: 'sam' });
    expect(await text('/author/sam')).not.toContain('shown-of-sam');
    expect(await text('/author/sam/feed.xml')).not.toContain('shown-of-sam');
    expect((await link('Sam Old', sam)).body).toEqual({ linked: 2, remaining: 0 });
    for (const path of paths) {
      await expect.poll(() => text(path)).toContain('Sam New');
      expect(await text(path)).not.toContain('Sam Old');
    }
    await expect.poll(() => text('/author/sam')).toContain('shown-of-sam');
    expect(await text('/author/sam/feed.xml')).toContain('shown-of-sam');
    const { body } = await site.newsroom.request(`GET`, `/articles/${shown.id}`);
    const bylines = [freeText('Bo'), linkedTo(sam)];
    expect(body).toMatchObject({ author_name: 'Bo and Sam New', bylines, revision: 1 });
    expect((await list('?search=sam')).total).toBe(0);
    expect((await link('Sam Old', sam)).body).toEqual({ linked: 0, remaining: 0 });
    // Editors that were open send the former name back, which is no change.
    for (const opened of [draft, shown]) {
      const { status, body: saved } = await site.newsroom.save(opened, { title: 'Saved later' });
      expect([status, saved['bylines']]).toEqual([200, expect.arrayContaining([linkedTo(sam)])]);
      expect(JSON.stringify(saved)).not.toContain('Sam Old');
    }
    const { body: changed } = await site.newsroom.request<typeof shown>('GET', `/articles/${shown.id}`);
    const { body: renamed } = await site.newsroom.save(changed, {
      bylines: [freeText('Sam Old')],
      author_name: '',
    });
    expect(renamed['bylines']).toEqual([freeText('Sam Old')]);
  });

  test('are linked in bounded batches, and a name that is already linked is not repeated', async () => {
    const kit = await createAuthor(site.newsroom, 'Kit');
    const bylines = [freeText('K. Kit'), linkedTo(kit)];
    for (let number = 0; number <= LINK_BATCH_SIZE; number++)
      await makeArticle(site.app.database, { slug: `kit-${number}`, bylines, authorName: 'K. Kit and Kit' });
    expect((await link('K. Kit', kit)).body).toEqual({ linked: LINK_BATCH_SIZE, remaining: 1 });
    expect((await link('K. Kit', kit)).body).toEqual({ linked: 1, remaining: 0 });
    const found = await site.newsroom.request<{ articles: { id: string }[] }>('GET', '/articles?search=kit');
    for (const { id } of found.body.articles.slice(0, 3)) {
      const { body } = await site.newsroom.request('GET', `/articles/${id}`);
      expect(body).toMatchObject({ author_name: 'Kit', bylines: [linkedTo(kit)] });
    }
    const admin = await newsroomApi(site.app);
    const log = await admin.request<{ events: object[] }>('GET', '/audit/events?action=bylines_linked');
    expect(log.body.events[0]).toMatchObject({ object_name: 'Kit', detail: 'K. Kit: 1' });
  });

  test('are for editors and administrators, and only for existing profiles', async () => {
    const author = await createAuthor(site.newsroom, 'Target');
    await site.newsroom.create({ slug: 'guarded', bylines: [freeText('Guarded')] });
    for (const role of ['contributor', 'author'] as const) {
      const refused = await link('Guarded', author, await newsroomApi(site.app, role));
      expect([role, refused.status]).toEqual([role, 403]);
    }
    expect((await link('Guarded', { id: crypto.randomUUID() })).status).toBe(404);
    expect((await link('', author)).status).toBe(422);
    expect(await list('?search=guarded')).toMatchObject({ total: 1 });
  });
});
