import { openDatabase } from './open-database.server.ts';

const WARM_UP = 20_000;
const QUERIES = Number(process.argv[2]);
/** Queries per message, so that most of the time is spent on queries and not on messages between threads. */
const QUERIES_PER_MESSAGE = 100;

/**
 * Runs as many queries as its argument says on an in-memory database; prints by how many bytes the RSS of the process
 * grew after the first 20,000.
 */
const database = await openDatabase({ memory: true });
await runQueries(WARM_UP);
const before = process.memoryUsage.rss();
await runQueries(QUERIES - WARM_UP);
process.stdout.write(`${process.memoryUsage.rss() - before}\n`);
await database.close();

async function runQueries(count: number): Promise<void> {
  const text = Array.from(
    { length: QUERIES_PER_MESSAGE },
    (_, index) => `select ${index} as id, 'A title' as title`,
  ).join(';');
  await database.maintain(async (client) => {
    for (let done = 0; done < count; done += QUERIES_PER_MESSAGE) await client.query(text);
  });
}
