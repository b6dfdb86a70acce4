import { type Actor, requireEditor } from '#domain/accounts/actor.ts';
import type { Database } from '#platform/db/database.ts';
import type { PublishedArticle } from './article.ts';
import { cleanManuscript, type HouseStyle } from './checking.server.ts';
import type { Manuscript } from './manuscript.ts';
import { presentArticle } from './queries.server.ts';
import { readTimeOf } from './read-time.ts';
import { countWords } from './sanitise.server.ts';

interface Desk {
  readonly database: Database;
  readonly site: HouseStyle;
}

/** Until it has an id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * What readers would get of a manuscript, made as it is made of a stored article; nothing is stored and nothing has to
 * be filled in. Dated now, as if it were published at this moment.
 */
export async function previewArticle(
  { database, site }: Desk,
  actor: Actor,
  given: Manuscript,
  now: Date,
): Promise<PublishedArticle> {
  requireEditor(actor);
  const manuscript = await cleanManuscript(given, site);
  const { readTime } = readTimeOf(manuscript, countWords(manuscript.content), null);
  const row = { ...manuscript, readTime, id: NOBODY, isSample: false, publishDate: now, updatedAt: now };
  return presentArticle(database.db, row);
}
