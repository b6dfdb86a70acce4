import type { Database } from '#platform/db/database.ts';
import { skipSocialPictures } from './background-work.ts';

const VOCABULARY = 60_000;
const ARTICLES_PER_STATEMENT = 100;
const AUTHORS = 150;
const SYLLABLES =
  'ba be bi bo da de di do ka ke ki ko la le li lo ma me mi mo na ne ni no ra re ri ro sa se si so ta te ti to va ve vi pre con pro sta gov ment'.split(
    ' ',
  );

/** Words by their frequency, of which the first is in every article and the last in a few of 100,000. */
export interface Corpus {
  readonly words: readonly string[];
  /** Two words that follow each other in every hundredth article. */
  readonly phrase: readonly [string, string];
}

/**
 * Inserts articles of 500 to 1,100 words, each different, one per half an hour going back from now. The frequency of the words
 * follows Zipf's law, as in natural languages: about 400 different ones in an article.
 */
export async function insertRealisticArticles(database: Database, count: number): Promise<Corpus> {
  const random = createRandom(42);
  const words = createVocabulary(random);
  const pick = createPicker(random);
  const text = (length: number) => Array.from({ length }, () => words[pick()]).join(' ');
  const phrase = [words[300] ?? '', words[900] ?? ''] as const;
  await database.maintain(async (client) => {
    const { rows: sections } = await client.query<{ slug: string }>(
      `select slug from categories where slug not in ('articles', 'podcasts', 'videos') order by slug`,
    );
    for (let from = 0; from < count; from += ARTICLES_PER_STATEMENT) {
      const articles = Array.from({ length: Math.min(ARTICLES_PER_STATEMENT, count - from) }, (_, index) => {
        const number = from + index;
        const paragraphs = Array.from(
          { length: 10 },
          () => `<p>${text(50 + Math.floor(random() * 60))}.</p>`,
        );
        return {
          slug: `realistic-${number}`,
          title: text(8),
          excerpt: text(24),
          content: `${paragraphs.join('')}${number % 100 === 7 ? `<p>${phrase.join(' ')}</p>` : ''}`,
          section: sections[number % sections.length]?.slug ?? '',
          author: `Author ${(number * 7919) % AUTHORS}`,
          tags: [words[200 + (number % 90)], words[400 + (number % 70)]],
          age: number / 2,
        };
      });
      await client.query(
        `insert into articles (id, slug, title, excerpt, content, category_slug, author_name, publish_date, tags, is_draft, word_count)
         select gen_random_uuid(), slug, title, excerpt, content, section, author, now() - age * interval '1 hour', tags, false, 800
         from jsonb_to_recordset($1::jsonb) as entry
           (slug text, title text, excerpt text, content text, section text, author text, tags text[], age real)`,
        [JSON.stringify(articles)],
      );
    }
    await skipSocialPictures(client);
    await client.query('vacuum (analyze)');
  });
  return { words, phrase };
}

function createVocabulary(random: () => number): string[] {
  const words = new Set<string>();
  while (words.size < VOCABULARY) {
    // Frequent words are short.
    const syllables = 1 + Math.floor(random() * 4) + (words.size > 200 ? 1 : 0);
    words.add(
      Array.from({ length: syllables }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join(''),
    );
  }
  return [...words];
}

/** The rank of a random word; its probability falls with the rank. */
function createPicker(random: () => number): () => number {
  let total = 0;
  const cumulative = Float64Array.from({ length: VOCABULARY }, (_, rank) => (total += 1 / (rank + 2.7)));
  return () => {
    const wanted = random() * total;
    let [low, high] = [0, VOCABULARY - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((cumulative[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** The same numbers in every run (a linear congruential generator). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
