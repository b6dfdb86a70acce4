import type { Database } from '#platform/db/database.ts';

type Client = Parameters<Parameters<Database['maintain']>[0]>[0];

/**
 * Articles that are inserted as rows still have to be indexed for the search, and get social pictures: hours of background work,
 * which follows a large import once. Marks it as done, for benchmarks that measure a site at rest.
 */
export async function skipBackgroundWork(client: Client): Promise<void> {
  await client.query('delete from search_queue');
  await skipSocialPictures(client);
}

/** The job that goes through all articles runs once a day; these days are done, in any time zone. */
export async function skipSocialPictures(client: Client): Promise<void> {
  await client.query(
    `insert into jobs (id, kind, payload, key, due_at, lease_seconds, max_attempts, done_at)
     select gen_random_uuid(), kind, '{}', kind || ':' || to_char(now() + days * interval '1 day', 'YYYY-MM-DD'), now(), 1, 1, now()
     from (values ('articles.derive-all-pictures')) as job (kind), generate_series(-1, 1) as days`,
  );
}
