import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { StatisticsFile } from '#domain/statistics/export.server.ts';
import type { StatisticsPeriod } from '#domain/statistics/period.ts';
import { formatCount } from '#ui/format-count.ts';
import { formatNumber } from '#ui/format-number.ts';
import { ExportButton } from '../components/export-button.tsx';
import { GrowthChart } from '../components/growth-chart.tsx';
import { LoadFailure } from '../components/load-failure.tsx';
import { Notice } from '../components/notice.tsx';
import { Panel } from '../components/panel.tsx';
import { Spinner } from '../components/spinner.tsx';
import { toastFailure } from '../components/toast.tsx';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { ViewTabs } from '../dashboard/view-tabs.tsx';
import { ArticleRanking, ReferrerRanking } from './rankings.tsx';
import { downloadStatistics, type Statistics, statisticsQuery } from './statistics-queries.ts';
import { ViewsChart, viewsOf } from './views-chart.tsx';

const PERIODS = [
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
  { value: '12m', label: '12 months' },
] as const satisfies readonly { readonly value: StatisticsPeriod; readonly label: string }[];
const DEFAULT_PERIOD = '30d';

/** Page views, top articles, referring sites and the growth of the newsletter in a period. */
export function StatisticsPanel({ navigation }: { readonly navigation: DashboardNavigation }) {
  const period = PERIODS.find(({ value }) => value === navigation.location.view)?.value ?? DEFAULT_PERIOD;
  return (
    <ViewTabs
      label="Period"
      entries={PERIODS}
      view={period}
      defaultView={DEFAULT_PERIOD}
      navigation={navigation}
    >
      <PeriodStatistics period={period} />
    </ViewTabs>
  );
}

function PeriodStatistics({ period }: { readonly period: StatisticsPeriod }) {
  const statistics = useQuery(statisticsQuery(period));
  if (statistics.data === undefined)
    return statistics.isError ? (
      <LoadFailure text="Failed to load the statistics" onRetry={statistics.refetch} />
    ) : (
      <Spinner label="Loading statistics..." />
    );
  const { counting, unit, views, articles, referrers, growth } = statistics.data;
  return (
    <>
      <Section title="Page views" note={viewsNote(statistics.data)} file="views" period={period}>
        {!counting && (
          <p className="statistics-off">
            Page views are not counted. An administrator can change that in the settings, under Statistics.
          </p>
        )}
        {views.some((step) => viewsOf(step) > 0) ? (
          <ViewsChart unit={unit} views={views} />
        ) : (
          <Notice text="No page was opened in this period." />
        )}
      </Section>
      <Section title="Top articles" note="By page views" file="articles" period={period}>
        {articles.length === 0 ? (
          <Notice text="No article was opened in this period." />
        ) : (
          <ArticleRanking articles={articles} />
        )}
      </Section>
      <Section
        title="Top referrers"
        note="Sites whose links readers followed"
        file="referrers"
        period={period}
      >
        {referrers.length === 0 ? (
          <Notice text="No reader came from another site in this period." />
        ) : (
          <ReferrerRanking referrers={referrers} />
        )}
      </Section>
      <Section title="Newsletter" note={formatCount(growth.at(-1)?.total ?? 0, 'subscriber')}>
        {growth.some(({ total, joined, left }) => total + joined + left > 0) ? (
          <GrowthChart unit={unit} growth={growth} />
        ) : (
          <Notice text="No subscribers in this period." />
        )}
      </Section>
    </>
  );
}

function viewsNote({ views, unit }: Statistics): string {
  const total = views.reduce((sum, step) => sum + viewsOf(step), 0);
  return `${formatNumber(total)} in ${views.length} ${unit}s. Nothing is stored about readers.`;
}

interface SectionProps {
  readonly title: string;
  readonly note: string;
  /** What can be exported. */
  readonly file?: StatisticsFile;
  readonly period?: StatisticsPeriod;
  readonly children: ReactNode;
}

function Section({ title, note, file, period, children }: SectionProps) {
  const id = useId();
  return (
    <Panel
      titleId={id}
      title={title}
      note={note}
      action={
        file !== undefined &&
        period !== undefined && <StatisticsExport file={file} period={period} describedBy={id} />
      }
    >
      {children}
    </Panel>
  );
}

interface StatisticsExportProps {
  readonly file: StatisticsFile;
  readonly period: StatisticsPeriod;
  readonly describedBy: string;
}

function StatisticsExport({ file, period, describedBy }: StatisticsExportProps) {
  const exporting = useMutation({
    mutationFn: () => downloadStatistics(file, period),
    onError: () => toastFailure('Failed to export the statistics'),
  });
  return (
    <ExportButton
      isExporting={exporting.isPending}
      onExport={() => exporting.mutate()}
      describedBy={describedBy}
    />
  );
}
