import type { Database } from '#platform/db/database.ts';
import { images } from './tables.server.ts';

/** Whether the database contains any picture, in any state. */
export async function hasPictures({ db }: Pick<Database, 'db'>): Promise<boolean> {
  return (await db.select({ id: images.id }).from(images).limit(1)).length > 0;
}
