import { beforeEach, describe, expect, test } from 'vitest';
import { tokenFor } from '#domain/newsletter/tokens.server.ts';
import { loadSecrets } from '#platform/secrets.server.ts';
import { postJson } from '../accounts.ts';
import { databaseKindsFor, PUBLIC_URL } from '../app.ts';
import { makeSubscribers, submitForm } from '../newsletter.ts';
import { ARTICLE_INPUT } from '../newsroom-api.ts';
import { createWebhook, verifySignature } from '../webhook-receiver.ts';
import { webhookContext } from '../webhook-site.ts';
import { onArticle } from './article-requests.ts';

describe.each(databaseKindsFor(import.meta.filename))('the events of webhooks (%s)', (databaseKind) => {
  const context = webhookContext(databaseKind);
  const { newSlug, receive } = context;

  describe('send', () => {
    let secret: string;
    beforeEach(async () => {
      ({ secret } = await createWebhook(context.newsroom, context.receiver().url));
    });

    async function receiveOne() {
      const [event, ...others] = await receive();
      expect(others).toEqual([]);
      if (event === undefined) throw new Error('no event was received');
      verifySignature(event, secret);
      return event;
    }

    test('what readers see of an article, and nothing of a draft', async () => {
      const slug = newSlug();
      const draft = await context.newsroom.create({ slug, tags: ['Rivers'], is_draft: true });
      expect(await receive()).toEqual([]);
      const { body: published } = await context.newsroom.save(draft, { is_draft: false });
      const event = await receiveOne();
      expect(event.headers['content-type']).toBe('application/json');
      expect(event.headers['user-agent']).toBe('Meridian');
      expect(event.type).toBe('article.published');
      expect(event.data).toEqual({
        id: draft.id,
        url: `${PUBLIC_URL}/article/${slug}`,
        previous_url: null,
        title: ARTICLE_INPUT.title,
        excerpt: ARTICLE_INPUT.excerpt,
        section: 'sports',
        authors: [published['author_name']],
        tags: ['Rivers'],
        published_at: published.publish_date,
        updated_at: published['updated_at'],
      });
      expect(Object.keys(JSON.parse(event.body) as object)).toEqual(['type', 'timestamp', 'data']);
      expect(event.body).not.toContain('nine days');

      const { body: same } = await context.newsroom.save(published, {});
      const { body: featured } = await context.newsroom.save(same, { featured: true });
      expect(await receive()).toEqual([]);
      const content = '<p>It rained for ten days.</p>';
      const { body: changed } = await context.newsroom.save(featured, { content });
      expect(await receiveOne()).toMatchObject({ type: 'article.updated', data: { previous_url: null } });
      const { body: moved } = await context.newsroom.save(changed, { slug: `${slug}-moved` });
      expect((await receiveOne()).data).toMatchObject({
        url: `${PUBLIC_URL}/article/${slug}-moved`,
        previous_url: `${PUBLIC_URL}/article/${slug}`,
      });
      const { body: offline } = await context.newsroom.save(moved, { is_draft: true });
      expect(await receiveOne()).toMatchObject({
        type: 'article.unpublished',
        data: { id: draft.id, url: `${PUBLIC_URL}/article/${slug}-moved`, reason: 'unpublished' },
      });
      const { body: unseen } = await context.newsroom.save(offline, { title: 'A working title' });
      expect(await receive()).toEqual([]);
      await context.newsroom.save(unseen, { is_draft: false });
      expect(await receiveOne()).toMatchObject({
        type: 'article.published',
        data: { title: 'A working title' },
      });
      await context.newsroom.request('DELETE', `/articles/${draft.id}`);
      expect(await receiveOne()).toMatchObject({
        type: 'article.unpublished',
        data: { reason: 'deleted' },
      });
      await context.newsroom.request('POST', `/articles/${draft.id}/restoration`);
      expect(await receiveOne()).toMatchObject({ type: 'article.published' });
    });

    test('pending changes when they are published, not when they are saved', async () => {
      const article = await context.newsroom.create({ slug: newSlug(), is_draft: false });
      await receiveOne();
      const change = { ...article, title: 'A title for tomorrow' };
      const saved = await onArticle(context.newsroom, article, 'PUT', 'pending-changes', change);
      expect(saved.status).toBe(200);
      expect(await receive()).toEqual([]);
      const path = 'pending-changes/publication';
      const published = await onArticle(context.newsroom, saved.body, 'POST', path);
      expect(published.status).toBe(200);
      expect(await receiveOne()).toMatchObject({
        type: 'article.updated',
        data: { title: 'A title for tomorrow' },
      });
    });

    test('comments without their text and author', async () => {
      const slug = newSlug();
      const { id } = await context.newsroom.create({ slug, is_draft: false });
      await receiveOne();
      let network = 0;
      const post = (comment_text: string, given = {}) =>
        postJson(
          context.app,
          `/api/articles/${slug}/comments`,
          { user_email: 'rosa@reader.example', comment_text, ...given },
          { 'x-forwarded-for': `198.51.100.${(network += 1)}` },
        );
      await post('A casino, held by the honeypot', { website: 'filled' });
      const held = await receiveOne();
      const article = { id, url: `${PUBLIC_URL}/article/${slug}` };
      expect(held).toMatchObject({ type: 'comment.created', data: { state: 'held', url: null, article } });
      const { id: commentId } = held.data as { id: string };
      await context.newsroom.request('POST', `/comments/${commentId}/approval`);
      const approved = await receiveOne();
      const url = `${PUBLIC_URL}/article/${slug}/comments/${commentId}`;
      expect(approved).toMatchObject({
        type: 'comment.published',
        data: { id: commentId, state: 'published', url, article },
      });
      expect((await context.app.fetch(url)).status).toBe(302);
      await context.newsroom.request('DELETE', `/comments/${commentId}`);
      expect(await receive()).toEqual([]);
      await post('I have been there.');
      const [created, published] = await receive();
      expect([created?.type, published?.type]).toEqual(['comment.created', 'comment.published']);
      for (const { body } of [held, approved, created, published].flatMap((event) => event ?? []))
        expect(body).not.toMatch(/rosa|reader\.example|casino|been there/);
    });

    test('the id of a subscriber, without the address', async () => {
      const pendingRow = { status: 'pending' as const, confirmedAt: null };
      const [row] = await makeSubscribers(context.app.database, ['nia@reader.example'], pendingRow);
      const { newsletterKey } = await loadSecrets(context.app.dataDir, () => Promise.resolve(true));
      const linkTo = (purpose: 'confirm' | 'unsubscribe') =>
        `/newsletter/${purpose}?token=${tokenFor(newsletterKey, purpose, row?.id ?? '')}`;
      const confirm = linkTo('confirm');
      await submitForm(context.app, confirm);
      await submitForm(context.app, confirm);
      expect(await receiveOne()).toMatchObject({ type: 'subscriber.confirmed', data: { id: row?.id } });
      const unsubscribe = linkTo('unsubscribe');
      await submitForm(context.app, unsubscribe);
      await submitForm(context.app, unsubscribe);
      const ended = await receiveOne();
      expect(ended).toMatchObject({
        type: 'subscriber.unsubscribed',
        data: { id: row?.id, reason: 'unsubscribed' },
      });
      expect(ended.body).not.toContain('nia');
    });
  });
});
