import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#platform/db/database.ts';
import { uuidv7 } from '#platform/ids.ts';
import { databases } from '../../../test/databases.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { articles, publishedArticles, publishedCounts } from './tables.server.ts';

const SECTIONS = ['sports', 'culture', 'technology'];

describe.each(databases)('the articles of the $name database', ({ open }) => {
  const opened = useDatabase(open);
  let database: Database;
  beforeAll(async () => {
    database = opened.database;
  });
  beforeEach(() => database.db.execute(sql`truncate articles cascade`));

  test('the view contains published articles, whatever their date, with all columns except those of the newsroom', async () => {
    const hour = 3_600_000;
    await database.db
      .insert(articles)
      .values([
        article('draft', { isDraft: true }),
        article('old-draft', { isDraft: true, publishDate: new Date(Date.now() - hour) }),
        article('tomorrow', { publishDate: new Date(Date.now() + hour) }),
        article('public', { publishDate: new Date(Date.now() - hour), tags: ['a', 'b'] }),
      ]);
    const [other, shown, ...others] = await database.db
      .select()
      .from(publishedArticles)
      .orderBy(sql`publish_date desc`);
    const [stored] = await database.db
      .select()
      .from(articles)
      .where(sql`slug = 'public'`);
    expect([other?.slug, others]).toEqual(['tomorrow', []]);
    const ofTheNewsroom = {
      modifiedAt: null,
      submittedAt: null,
      returnedAt: null,
      trashedAt: null,
      trashedBy: null,
      trashedPublished: false,
      scheduledAction: null,
      scheduledAt: null,
      scheduledBy: null,
      scheduledJob: null,
      liveRevision: null,
    };
    expect({ ...shown, ...ofTheNewsroom }).toEqual(stored);
    for (const column of Object.keys(ofTheNewsroom)) expect(shown).not.toHaveProperty(column);
  });

  test('the stored counts stay correct through random changes of articles', async () => {
    const random = randomFrom(7);
    for (let round = 0; round < 40; round += 1) {
      await database.db.execute(randomChange(random));
      expect(await storedCounts(database)).toEqual(await actualCounts(database));
    }
    expect(Object.keys(await storedCounts(database))).not.toEqual([]);
    await database.db.execute(sql`truncate articles cascade`);
    expect(await storedCounts(database)).toEqual({});
  });

  test('every listing is an index scan, and a deep page is an index-only scan', async () => {
    await fillWith(database, 6_000);
    // The checkpoint first: VACUUM does not mark rows as all-visible before their commit is on disk.
    for (const step of ['checkpoint', 'vacuum analyze articles'])
      await database.maintain((client) => client.query(step));
    const page = sql`order by publish_date desc, id desc limit 12`;
    const view = sql`select id from published_articles`;
    const sports = sql`where category_slug = 'sports'`;
    const plans = {
      all: await explain(database, sql`${view} ${page}`),
      deep: await explain(database, sql`${view} ${page} offset 5000`),
      section: await explain(database, sql`${view} ${sports} ${page}`),
      deepSection: await explain(database, sql`${view} ${sports} ${page} offset 500`),
      featured: await explain(database, sql`select title from published_articles where featured ${page}`),
    };
    for (const plan of Object.values(plans)) expect(plan).not.toMatch(/Sort|Seq Scan/);
    for (const plan of [plans.all, plans.deep])
      expect(plan).toContain('Index Only Scan Backward using articles_published on');
    for (const plan of [plans.section, plans.deepSection])
      expect(plan).toContain('Index Only Scan Backward using articles_published_in_category on');
    expect(plans.featured).toContain('Index Scan Backward using articles_published_featured on');
  });
});

function article(
  slug: string,
  values: Partial<typeof articles.$inferInsert> = {},
): typeof articles.$inferInsert {
  const base = {
    id: uuidv7(),
    slug,
    title: 'T',
    excerpt: 'E',
    content: 'C',
    categorySlug: 'sports',
    isDraft: false,
  };
  return { ...base, publishDate: new Date(), ...values };
}

/** A seeded generator, so that every run makes the same changes. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

function randomChange(random: (below: number) => number) {
  const section = SECTIONS[random(3)] ?? 'sports';
  const some = sql`hashtext(slug) % 5 = ${random(5) - 2}`;
  const draft = random(2) === 0;
  const changes = [
    sql`insert into articles (id, slug, title, excerpt, content, category_slug, is_draft, publish_date)
        select gen_random_uuid(), ${`s${random(1e9)}`} || '-' || n, 't', 'e', 'c',
          (array['sports', 'culture', 'technology'])[1 + n % 3], ${draft}, now()
        from generate_series(1, ${1 + random(30)}::int) as n`,
    sql`delete from articles where ${some}`,
    sql`update articles set is_draft = ${draft} where ${some}`,
    sql`update articles set category_slug = ${section} where ${some}`,
    sql`update articles set category_slug = ${section}, is_draft = not is_draft, publish_date = now()`,
    sql`insert into articles (id, slug, title, excerpt, content, category_slug)
        values (gen_random_uuid(), 'again', 't', 'e', 'c', ${section})
        on conflict (slug) do update set category_slug = excluded.category_slug`,
  ];
  return changes[random(changes.length)] ?? sql`select 1`;
}

type Counts = Record<string, { published: number; total: number }>;

async function storedCounts({ db }: Database): Promise<Counts> {
  const rows = await db
    .select()
    .from(publishedCounts)
    .where(sql`total <> 0 or published <> 0`);
  return Object.fromEntries(
    rows.map(({ categorySlug, published, total }) => [categorySlug, { published, total }]),
  );
}

async function actualCounts({ db }: Database): Promise<Counts> {
  const { rows } = await db.execute<{ slug: string; published: number; total: number }>(sql`
    select category_slug as slug, count(*) filter (where not is_draft)::int as published, count(*)::int as total
    from articles group by category_slug`);
  return Object.fromEntries(rows.map(({ slug, published, total }) => [slug, { published, total }]));
}

/** In `maintain`, because it takes longer than a query may on a busy machine. */
function fillWith(database: Database, count: number) {
  const insert = `
    insert into articles (id, slug, title, excerpt, content, category_slug, is_draft, publish_date, featured)
    select gen_random_uuid(), 'a-' || n, repeat('title ', 10), repeat('excerpt ', 30), repeat('text ', 200),
      (array['sports', 'culture', 'technology', 'media-power', 'opinions', 'investigations', 'global-politics', 'african-affairs'])[1 + n % 8], n % 10 = 0, now() - n * interval '1 hour', n % 50 = 1
    from generate_series(1, $1::int) as n`;
  return database.maintain((client) => client.query(insert, [count]));
}

async function explain({ db }: Database, query: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
