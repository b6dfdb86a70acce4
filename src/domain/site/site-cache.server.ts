import { SECTIONS_TAG } from '#domain/categories/tags.ts';
import { ALL_TAGS, purgeChange } from '#platform/db/changes.server.ts';
import type { Database } from '#platform/db/database.ts';

/**
 * Caches the result of `read` until a setting or a section changes in any process, and then reads it again at once. A failed read is
 * repeated by the next call.
 *
 * A lost change feed reports `*`, which changes neither; when it is restored, it purges everything.
 */
export function cacheUntilSiteChange<T>(
  { onChange }: Pick<Database, 'onChange'>,
  read: () => Promise<T>,
): () => Promise<T> {
  let cached: Promise<T> | undefined;
  const get = () => {
    if (cached !== undefined) return cached;
    const reading = read();
    cached = reading;
    reading.catch(() => {
      if (cached === reading) cached = undefined;
    });
    return reading;
  };
  onChange((changes) => {
    if (!changes.some(concernsSite)) return;
    cached = undefined;
    void get().catch(() => {});
  });
  return get;
}

const concernsSite = (change: string) =>
  change.startsWith('setting:') || change === SECTIONS_TAG || change === purgeChange(ALL_TAGS);
