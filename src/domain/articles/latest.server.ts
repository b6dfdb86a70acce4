import type { Db } from '#platform/db/database.ts';
import { fixedLimit, prepared } from '#platform/db/prepared.server.ts';
import type { ArticleSummary } from './article.ts';
import { LATEST_LIMIT } from './home-picks/home-pick.ts';
import { summaries, toSummary } from './queries.server.ts';

const latest = prepared('latest_articles', (db) => summaries(db).limit(fixedLimit(LATEST_LIMIT)));

/** The newest published articles, the newest first. */
export async function listLatest(db: Db): Promise<ArticleSummary[]> {
  return (await latest(db).execute()).map(toSummary);
}
