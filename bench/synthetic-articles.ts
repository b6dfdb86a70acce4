import type { Database } from '#platform/db/database.ts';
import { skipBackgroundWork } from './background-work.ts';

const WORDS =
  'river border harvest council railway senate archive harbour treaty market schoolroom drought election ferry copper orchestra tariff village newspaper glacier'.split(
    ' ',
  );
const PARAGRAPHS = 15;
const WORDS_IN_A_PARAGRAPH = 63;

/**
 * Inserts published articles of 945 words in nine sections, one per hour going back from now, every twentieth featured.
 * Uses one SQL statement, because inserting 20,000 articles one by one would take minutes.
 */
export async function insertArticles(database: Database, count: number): Promise<void> {
  await database.maintain(async (client) => {
    await client.query(
      `insert into articles (id, slug, title, excerpt, content, category_slug, publish_date, featured, tags, is_draft, word_count)
       select gen_random_uuid(), 'synthetic-' || n, 'Synthetic article number ' || n,
              'What happened in place ' || n || ', why it matters, and who will pay for it.',
              $1, sections.slug, now() - n * interval '1 hour', n % 20 = 0, array['Synthetic', 'Number ' || n % 50],
              false, $2
       from generate_series(1, $3::int) as n
       join (select slug, row_number() over (order by slug) - 1 as position, count(*) over () as section_count
             from categories where slug not in ('articles', 'podcasts', 'videos')) as sections on n % sections.section_count = sections.position`,
      [body(), PARAGRAPHS * WORDS_IN_A_PARAGRAPH, count],
    );
    await skipBackgroundWork(client);
    // Autovacuum of a server, and the maintenance of the embedded database, do this within a minute of such a load.
    await client.query('vacuum (analyze)');
  });
}

function body(): string {
  return Array.from({ length: PARAGRAPHS }, (_, at) => {
    const heading = at % 5 === 4 ? `<h2>Part ${at}</h2>` : '';
    return `${heading}<p>${paragraph(at)}.</p>`;
  }).join('');
}

function paragraph(start: number): string {
  const words = Array.from(
    { length: WORDS_IN_A_PARAGRAPH },
    (_, at) => WORDS[(start * 7 + at * 3) % WORDS.length],
  );
  return words.join(' ');
}
