import { createRoute, z } from '@hono/zod-openapi';
import type { ViewCounter } from '#domain/statistics/counting.server.ts';
import { exportStatistics, STATISTICS_FILES } from '#domain/statistics/export.server.ts';
import { STATISTICS_PERIODS } from '#domain/statistics/period.ts';
import { readStatistics, REPORTED_ROWS, type StatisticsDeps } from '#domain/statistics/report.server.ts';
import type { SettingsReader } from '#domain/site/settings.server.ts';
import { newsroomRoute, type AuthenticatedEnv, NEWSROOM_ERRORS } from './middleware/authentication.server.ts';
import { json } from './openapi/json.ts';
import { problems } from './openapi/problem.server.ts';
import { apiRouter } from './openapi/router.server.ts';

const Views = z.int().min(0);

const Report = z
  .object({
    counting: z.boolean().meta({ description: 'Whether page views are counted now.' }),
    unit: z
      .enum(['day', 'month'])
      .meta({ description: 'What an entry of `views` and of `growth` stands for.' }),
    views: z
      .array(
        z.object({
          start: z.iso.date().meta({ description: 'The first day, in the time zone of the site.' }),
          article: Views,
          home: Views,
          listing: Views.meta({ description: 'Sections, tags, authors and the archive.' }),
          other: Views,
        }),
      )
      .meta({ description: 'Page views. The last entry is not over yet.' }),
    articles: z
      .array(
        z.object({
          id: z.uuid(),
          title: z.string(),
          path: z.string().nullable().meta({ description: 'Null for an article that is not published.' }),
          views: Views,
        }),
      )
      .meta({ description: `The articles that were opened most often, at most ${REPORTED_ROWS}.` }),
    referrers: z
      .array(
        z.object({
          host: z.string().nullable().meta({ description: 'Null for sites beyond the 500 of a day.' }),
          views: Views,
        }),
      )
      .meta({ description: `The sites whose links were followed most often, at most ${REPORTED_ROWS}.` }),
    growth: z
      .array(z.object({ start: z.iso.date(), joined: z.int(), left: z.int(), total: z.int() }))
      .meta({ description: 'Subscribers of the newsletter; `total` at the end of the day or month.' }),
  })
  .openapi('Statistics');

const period = z
  .enum(STATISTICS_PERIODS)
  .default('30d')
  .meta({ description: 'Days, or the current month and the eleven before it. Ends today.' });

const read = createRoute({
  ...newsroomRoute,
  path: '/newsroom/statistics',
  method: 'get',
  summary: 'Returns page views, top articles, referring sites and the growth of the newsletter',
  description: 'Nothing is stored about who opened a page.',
  request: { query: z.object({ period }) },
  responses: {
    200: json(Report, 'The statistics.'),
    ...problems(...NEWSROOM_ERRORS),
  },
});

const exportCsv = createRoute({
  ...newsroomRoute,
  path: '/newsroom/statistics/{file}',
  method: 'get',
  summary: 'Exports page views, articles or referring sites of a period as CSV',
  request: {
    params: z.object({ file: z.enum(STATISTICS_FILES.map((file) => `${file}.csv` as const)) }),
    query: z.object({ period }),
  },
  responses: {
    200: {
      description: 'RFC 4180, UTF-8, at most 10,000 lines, with a header line.',
      content: { 'text/csv': { schema: z.string() } },
    },
    ...problems(...NEWSROOM_ERRORS),
  },
});

export interface StatisticsApiDeps extends StatisticsDeps {
  readonly settings: SettingsReader;
  readonly counter: Pick<ViewCounter, 'flush'>;
}

/** Page views and the growth of the newsletter. */
export function statisticsApi(deps: StatisticsApiDeps) {
  return apiRouter<AuthenticatedEnv>()
    .openapi(read, async (context) => {
      await deps.counter.flush();
      const report = await readStatistics(deps, context.var.user, context.req.valid('query').period);
      const body = {
        counting: (await deps.settings()).statistics_page_views,
        unit: report.steps.unit,
        views: [...report.views],
        articles: [...report.articles],
        referrers: [...report.referrers],
        growth: [...report.growth],
      };
      return context.json(body, 200);
    })
    .openapi(exportCsv, async (context) => {
      const { file: name } = context.req.valid('param');
      await deps.counter.flush();
      const file = STATISTICS_FILES.find((entry) => name === `${entry}.csv`) ?? 'views';
      const csv = await exportStatistics(deps, context.var.user, {
        file,
        period: context.req.valid('query').period,
      });
      return context.body(csv, 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${name}"`,
      });
    });
}
