import { sql } from 'drizzle-orm';
import { user } from '#domain/accounts/tables.server.ts';
import { comments } from '#domain/comments/tables.server.ts';
import { newsletterSubscribers } from '#domain/newsletter/tables.server.ts';
import type { Database } from '#platform/db/database.ts';

/** True when something depends on the secrets of the site: sessions, pseudonyms of commenters, or links in emails. */
export async function areSecretsInUse({ db }: Database): Promise<boolean> {
  const { rows } = await db.execute<{ used: boolean }>(sql`
    select exists (select from ${user}) or exists (select from ${comments})
      or exists (select from ${newsletterSubscribers}) as used`);
  return rows[0]?.used ?? true;
}
