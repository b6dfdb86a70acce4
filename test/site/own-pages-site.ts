import { afterEach } from 'vitest';
import { ownPages, ownPageSlugs } from '#domain/pages/tables.server.ts';
import { type NewsroomSite, prepareNewsroomSite } from './newsroom-site.ts';

/** A site whose own pages are deleted after each test. */
export function prepareOwnPagesSite(databaseKind: 'embedded' | 'server'): NewsroomSite {
  const site = prepareNewsroomSite({ databaseKind }, { role: 'editor' });
  afterEach(async () => {
    await site.app.database.transaction(async (tx) => {
      await tx.delete(ownPages);
      await tx.delete(ownPageSlugs);
      tx.purge('*');
    });
  });
  return site;
}
