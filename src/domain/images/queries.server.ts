import type { Database } from '#platform/db/database.ts';
import { images } from './tables.server.ts';

/** True when the database knows of a picture, also of one that is being stored or removed. */
export async function hasPictures({ db }: Pick<Database, 'db'>): Promise<boolean> {
  return (await db.select({ id: images.id }).from(images).limit(1)).length > 0;
}
