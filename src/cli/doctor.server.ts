import { sql } from 'drizzle-orm';
import { user, userRoles } from '#domain/accounts/tables.server.ts';
import { articles } from '#domain/articles/tables.server.ts';
import { comments } from '#domain/comments/tables.server.ts';
import { contactMessages } from '#domain/contact/tables.server.ts';
import { images } from '#domain/images/tables.server.ts';
import { newsletterSubscribers } from '#domain/newsletter/tables.server.ts';
import type { Database } from '#platform/db/database.ts';
import { lastMigration, listMigrations } from '#platform/db/migrate.server.ts';
import { defineCommand, noWords } from './command.ts';
import { report } from './doctor-report.ts';
import { checkStore } from './doctor-store.server.ts';
import { reportWork } from './doctor-work.server.ts';

const COUNTED = {
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
  summary: 'examines the installation and says what is wrong',
  words: noWords,
  database: 'as-found',
  async run(_words, { config, database, print }) {
    const say = report(print);
    const { good, bad } = say;
    const { rows } = await database.db.execute<{ server_version: string }>(sql`show server_version`);
    good(
      'Database',
      `PostgreSQL ${rows[0]?.server_version} ${database.embedded ? 'inside the process' : 'server'}`,
    );
    const waiting = await countWaiting(database);
    if (waiting > 0) {
      bad('Migrations', `${waiting} are waiting; they run when the site starts (npm start)`);
      return false;
    }
    good('Migrations', 'all are done');
    for (const [name, table] of Object.entries(COUNTED)) good(name, String(await database.db.$count(table)));
    await reportWork(database, good);
    const isStoreGood = await checkStore(config, database, say);
    const wrong = await countMiscounted(database);
    if (wrong === 0) return isStoreGood;
    bad('Counts', `${wrong} sections count their articles wrongly`);
    return false;
  },
});

async function countWaiting(database: Database): Promise<number> {
  const last = await database.maintain((client) => lastMigration(client));
  return listMigrations().filter(({ when }) => when > last).length;
}

async function countMiscounted({ db }: Database): Promise<number> {
  const { rows } = await db.execute<{ wrong: number }>(sql`
    select count(*)::int as wrong
    from (select category_slug, count(*) as total, count(*) filter (where not is_draft) as published
          from articles group by category_slug) as real
    full join published_counts as kept using (category_slug)
    where coalesce(real.total, 0) <> coalesce(kept.total, 0)
       or coalesce(real.published, 0) <> coalesce(kept.published, 0)`);
  return rows[0]?.wrong ?? 0;
}
