import { afterEach } from 'vitest';
import { ownPages, ownPageSlugs } from '#domain/pages/tables.server.ts';
import { type NewsroomSite, useNewsroomSite } from './newsroom-site.ts';

/** A site whose own pages are deleted after each test. */
export function useOwnPagesSite(databaseKind: 'embedded' | 'server'): NewsroomSite {
  const site = useNewsroomSite({ databaseKind }, 'editor');
  afterEach(async () => {
    await site.app.database.transaction(async (tx) => {
      await tx.delete(ownPages);
      await tx.delete(ownPageSlugs);
      tx.purge('*');
    });
  });
  return site;
}
