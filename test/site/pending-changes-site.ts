import { eq } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { auditEvents } from '#domain/accounts/tables.server.ts';
import { articles } from '#domain/articles/tables.server.ts';
import type { ApiArticle } from '../newsroom-api.ts';
import { createSequence } from '../sequence.ts';
import type { DatabaseKind } from '../full.ts';
import { onArticle } from './article-requests.ts';
import { prepareClockedNewsroomSite } from './newsroom-site.ts';

/** The title of changes that are saved for later, unless a test gives another one. */
export const LATER = 'Written for later';

/** A site with an administrator for all tests of a suite. Every test starts at the present time. */
export function preparePendingChangesSite(databaseKind: DatabaseKind) {
  const site = prepareClockedNewsroomSite({ databaseKind }, { name: 'Ada Admin' });
  const nextNumber = createSequence();

  beforeEach(() => {
    site.now = new Date();
  });

  const publish = (fields: Record<string, unknown> = {}) =>
    site.newsroom.create({ slug: `changing-${nextNumber()}`, is_draft: false, ...fields });
  const saveForLater = (article: ApiArticle, change: Record<string, unknown> = {}) =>
    onArticle(site.newsroom, article, 'PUT', 'pending-changes', { ...article, title: LATER, ...change });
  const later = async (article: ApiArticle, change: Record<string, unknown> = {}) => {
    const { status, body } = await saveForLater(article, change);
    expect([status, body]).toMatchObject([200, {}]);
    return body;
  };
  const discard = (article: ApiArticle) => onArticle(site.newsroom, article, 'DELETE', 'pending-changes');
  const publishChanges = (article: ApiArticle) =>
    onArticle(site.newsroom, article, 'POST', 'pending-changes/publication');
  const get = async ({ id }: Pick<ApiArticle, 'id'>) =>
    (await site.newsroom.request<ApiArticle>('GET', `/articles/${id}`)).body;
  const row = async ({ id }: Pick<ApiArticle, 'id'>) =>
    (await site.app.database.db.select().from(articles).where(eq(articles.id, id)))[0];
  const revisionsOf = async ({ id }: Pick<ApiArticle, 'id'>) =>
    (
      await site.newsroom.request<{ revisions: Record<string, unknown>[] }>(
        'GET',
        `/articles/${id}/revisions`,
      )
    ).body.revisions.map((revision) => [
      revision['revision'],
      revision['title'],
      revision['is_draft'],
      revision['is_pending'],
      revision['restored_from'],
    ]);
  const eventsOf = async ({ id }: Pick<ApiArticle, 'id'>) =>
    (
      await site.app.database.db
        .select({ action: auditEvents.action })
        .from(auditEvents)
        .where(eq(auditEvents.objectId, id))
        .orderBy(auditEvents.id)
    ).map(({ action }) => action);

  const requests = { discard, later, publish, publishChanges, saveForLater };
  const stored = { eventsOf, get, nextNumber, revisionsOf, row };
  return Object.assign(site, requests, stored);
}
