import { sql } from 'drizzle-orm';
import { user, userRoles } from '#domain/accounts/tables.server.ts';
import { articles } from '#domain/articles/tables.server.ts';
import { comments } from '#domain/comments/tables.server.ts';
import { contactMessages } from '#domain/contact/tables.server.ts';
import { images } from '#domain/images/tables.server.ts';
import { newsletterSubscribers } from '#domain/newsletter/tables.server.ts';
import { type GoLiveCheck, listGoLiveChecks } from '#domain/site/go-live.server.ts';
import { lockedSettings } from '#domain/site/locked-settings.ts';
import { readSettings } from '#domain/site/settings.server.ts';
import type { Config } from '#platform/config.server.ts';
import type { Database } from '#platform/db/database.ts';
import { lastMigration, listMigrations } from '#platform/db/migrate.server.ts';
import { formatCount } from '#ui/format-count.ts';
import { defineCommand, noArgs } from './command.ts';
import { createReport } from './doctor-report.ts';
import { checkStorage } from './doctor-storage.server.ts';
import { reportQueues } from './doctor-queues.server.ts';

const COUNTED_TABLES = {
  articles,
  comments,
  images,
  accounts: user,
  roles: userRoles,
  subscribers: newsletterSubscribers,
  messages: contactMessages,
};

export const doctor = defineCommand({
  name: 'doctor',
  usage: '',
  summary: 'checks the installation and reports problems',
  args: noArgs,
  database: 'unchanged',
  async run(_args, { config, database, print }) {
    const reporter = createReport(print);
    const { ok, fail, todo } = reporter;
    const { rows } = await database.db.execute<{ server_version: string }>(sql`show server_version`);
    ok(
      'Database',
      `PostgreSQL ${rows[0]?.server_version} ${database.embedded ? 'inside the process' : 'server'}`,
    );
    const pending = await countPendingMigrations(database);
    if (pending > 0) {
      fail(
        'Migrations',
        `${formatCount(pending, 'is pending and runs', 'are pending and run')} when the site starts (npm start)`,
      );
      return false;
    }
    ok('Migrations', 'all are applied');
    for (const [name, table] of Object.entries(COUNTED_TABLES))
      ok(name, String(await database.db.$count(table)));
    await reportQueues(database, ok);
    for (const { task } of await listOpenChecks(database, config)) todo('Go live', task);
    const isStorageUsable = await checkStorage(config, database, reporter);
    const incorrect = await countIncorrectCounts(database);
    if (incorrect === 0) return isStorageUsable;
    fail('Counts', `${formatCount(incorrect, 'section has', 'sections have')} an incorrect article count`);
    return false;
  },
});

/** What is still to be done before the publication goes live. Not a failure: a site may stay private. */
async function listOpenChecks({ db }: Database, config: Config): Promise<readonly GoLiveCheck[]> {
  const settings = await readSettings(db, lockedSettings(config));
  return (await listGoLiveChecks(db, settings, config)).filter(
    ({ isDone, isOptional }) => !isDone && isOptional !== true,
  );
}

async function countPendingMigrations(database: Database): Promise<number> {
  const last = await database.maintain((client) => lastMigration(client));
  return listMigrations().filter(({ when }) => when > last).length;
}

async function countIncorrectCounts({ db }: Database): Promise<number> {
  const { rows } = await db.execute<{ incorrect: number }>(sql`
    select count(*)::int as incorrect
    from (select category_slug, count(*) as total, count(*) filter (where not is_draft) as published
          from articles group by category_slug) as actual
    full join published_counts as stored using (category_slug)
    where coalesce(actual.total, 0) <> coalesce(stored.total, 0)
       or coalesce(actual.published, 0) <> coalesce(stored.published, 0)`);
  return rows[0]?.incorrect ?? 0;
}
