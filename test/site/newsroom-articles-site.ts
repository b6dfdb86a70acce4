import { beforeEach } from 'vitest';
import { articles } from '#domain/articles/tables.server.ts';
import { type NewsroomSite, prepareNewsroomSite } from './newsroom-site.ts';

/** A site that has no articles when a test starts. */
export function prepareArticlesSite(databaseKind: 'embedded' | 'server') {
  const site: NewsroomSite = prepareNewsroomSite({ databaseKind });
  beforeEach(async () => {
    await site.app.database.transaction(async (tx) => {
      await tx.delete(articles);
      tx.purge('*');
    });
  });
  const page = async (path: string) => {
    const response = await site.app.fetch(path);
    return { status: response.status, text: await response.text() };
  };
  return Object.assign(site, { page });
}
