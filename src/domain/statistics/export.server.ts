import type { Actor } from '#domain/accounts/actor.ts';
import { csvLine } from '#platform/csv.ts';
import type { StatisticsPeriod } from './period.ts';
import {
  listArticleViews,
  listReferrerViews,
  listViews,
  rangeOf,
  type StatisticsDeps,
} from './report.server.ts';
import { PAGE_KINDS } from './viewed-page.ts';

/** Lines of one file. */
const EXPORT_LIMIT = 10_000;

/** The files with the numbers of a period. */
export const STATISTICS_FILES = ['views', 'articles', 'referrers'] as const;
export type StatisticsFile = (typeof STATISTICS_FILES)[number];

const FILES: Readonly<
  Record<StatisticsFile, (deps: StatisticsDeps, range: ReturnType<typeof rangeOf>) => Promise<string>>
> = {
  async views(deps, range) {
    const steps = await listViews(deps, range);
    const lines = steps.map((step) => csvLine([step.start, ...PAGE_KINDS.map((kind) => String(step[kind]))]));
    return csvLine([range.steps.unit, ...PAGE_KINDS]) + lines.join('');
  },
  async articles(deps, range) {
    const rows = await listArticleViews(deps, range, EXPORT_LIMIT);
    const lines = rows.map(({ title, path, views }) => csvLine([title, path ?? '', String(views)]));
    return csvLine(['title', 'path', 'views']) + lines.join('');
  },
  async referrers(deps, range) {
    const rows = await listReferrerViews(deps, range, EXPORT_LIMIT);
    const lines = rows.map(({ host, views }) => csvLine([host ?? 'other', String(views)]));
    return csvLine(['site', 'views']) + lines.join('');
  },
};

/** The numbers of a period as CSV, at most 10,000 lines. Throws `forbidden` without the permission. */
export function exportStatistics(
  deps: StatisticsDeps,
  actor: Actor,
  { file, period }: { readonly file: StatisticsFile; readonly period: StatisticsPeriod },
): Promise<string> {
  return FILES[file](deps, rangeOf(deps, actor, period));
}
