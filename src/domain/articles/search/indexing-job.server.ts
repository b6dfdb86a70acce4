import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { settingTag } from '#domain/site/settings.ts';
import type { CurrentSite } from '#domain/site/site.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/jobs/enqueue.server.ts';
import { defineJob, defineJobKind, type Job } from '#platform/jobs/job.ts';
import { every, type Recurring } from '#platform/jobs/recurring.ts';
import type { Log } from '#platform/log.server.ts';
import { dictionaryFor, PLAIN_DICTIONARY } from './dictionary.ts';
import { indexBatch, stemDrafts, WORDS_LOCK } from './indexing.server.ts';
import { searchLanguage, searchQueue } from './tables.server.ts';

/** Articles of one transaction. Readers wait for at most one batch: the embedded database has a single connection. */
const ARTICLES_PER_BATCH = 25;
const WORDS_PER_BATCH = 1000;

/** An archive of 100,000 articles takes less than an hour. A run that is cut off is continued by the next one. */
const searchIndexing = defineJobKind({
  kind: 'articles.index',
  payload: z.object({}),
  runSeconds: 4 * 3600,
  isExclusive: true,
});

/** Indexes the articles of the queue soon after the commit, for changes of many articles. */
export async function enqueueIndexing(tx: Transaction): Promise<void> {
  await enqueue(tx, searchIndexing, {});
}

interface IndexingDeps {
  readonly database: Database;
  readonly site: CurrentSite;
  readonly log: Log;
}

export interface SearchIndexing {
  readonly job: Job;
  readonly recurring: Recurring;
}

/**
 * The job that indexes what no command has indexed: existing articles after an upgrade, restored ones, samples, and articles
 * whose author was renamed. A change of the publication's language stems the list of words and all drafts again; an upgrade those
 * that a former release has indexed without stems. Every batch is a transaction of its own.
 */
export function createSearchIndexing({ database, site, log }: IndexingDeps): SearchIndexing {
  async function indexAll(signal: AbortSignal): Promise<void> {
    await setDictionary(database, site().locale);
    do signal.throwIfAborted();
    while ((await database.transaction(stemWords)) > 0);
    while (await isIndexIncomplete(database)) {
      signal.throwIfAborted();
      if ((await database.transaction((tx) => indexBatch(tx, ARTICLES_PER_BATCH))) === 0) break;
    }
    do signal.throwIfAborted();
    while ((await database.transaction((tx) => stemDrafts(tx, ARTICLES_PER_BATCH))) > 0);
  }

  const job = defineJob({ ...searchIndexing, run: (_, { signal }) => indexAll(signal) });
  database.onChange((changes) => {
    if (!changes.includes(settingTag('publication_locale'))) return;
    database.transaction(enqueueIndexing).catch((err: unknown) => log.error({ err }));
  });
  return { job, recurring: every({ minutes: 5 }, job, {}) };
}

/** Whether articles wait to be indexed. */
export async function isIndexIncomplete({ db }: Pick<Database, 'db'>): Promise<boolean> {
  const waiting = await db.select().from(searchQueue).limit(1);
  return waiting.length > 0;
}

async function setDictionary(database: Database, locale: string): Promise<void> {
  const wanted = dictionaryFor(locale);
  const { rows } = await database.db.execute(
    sql`select from pg_ts_dict where dictname = ${wanted} and dictnamespace = 'pg_catalog'::regnamespace`,
  );
  const dictionary = rows.length === 0 ? PLAIN_DICTIONARY : wanted;
  const [current] = await database.db.select().from(searchLanguage);
  if (current?.dictionary === dictionary) return;
  await database.transaction((tx) =>
    tx.update(searchLanguage).set({ dictionary }).where(eq(searchLanguage.id, 1)),
  );
}

/** Stems a number of words that another dictionary has stemmed, and returns their number. */
async function stemWords(tx: Transaction): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${WORDS_LOCK})`);
  const { rowCount } = await tx.execute(sql`
    update search_words set stem = search_stem(search_language.dictionary, word),
      folded_stem = search_stem(search_language.dictionary, folded), dictionary = search_language.dictionary
    from search_language
    where word in (
      select word from search_words
      where dictionary < (select dictionary from search_language) or dictionary > (select dictionary from search_language)
      limit ${WORDS_PER_BATCH}
    )`);
  return rowCount ?? 0;
}
