import { formatCount } from '#ui/format-count.ts';
import { formatNumber } from '#ui/format-number.ts';
import { CHART, ChartFigure } from '../components/chart-figure.tsx';
import { namedStep } from '../components/chart-steps.ts';
import type { Statistics } from './statistics-queries.ts';

type Step = Statistics['views'][number];

export const viewsOf = ({ article, home, listing, other }: Step): number => article + home + listing + other;

interface ViewsChartProps {
  readonly unit: Statistics['unit'];
  readonly views: readonly Step[];
}

/** A bar of page views for each day or month: articles below, all other pages above. */
export function ViewsChart({ unit, views }: ViewsChartProps) {
  const max = Math.max(1, ...views.map(viewsOf));
  const step = CHART.width / views.length;
  const { baseline, top } = CHART;
  const height = (number: number) => (number / max) * (baseline - top);
  return (
    <ChartFigure
      summary={summaryOf(views, unit)}
      unit={unit}
      steps={views}
      series={[
        { label: 'Articles', key: 'article', valueOf: ({ article }) => article },
        { label: 'Home', key: null, valueOf: ({ home }) => home },
        { label: 'Listings', key: null, valueOf: ({ listing }) => listing },
        { label: 'Other', key: 'other', keyLabel: 'All other pages', valueOf: ({ other }) => other },
        { label: 'Total', key: null, valueOf: viewsOf },
      ]}
      note={`At most ${formatCount(Math.max(...views.map(viewsOf)), 'view')} a ${unit}.`}
    >
      {views.map((entry, index) => {
        const [x, width] = [(index + 0.15) * step, step * 0.7];
        const [ofArticles, total] = [height(entry.article), height(viewsOf(entry))];
        return (
          <g key={entry.start}>
            <rect
              className="views-other"
              x={x}
              width={width}
              y={baseline - total}
              height={total - ofArticles}
            />
            <rect
              className="views-article"
              x={x}
              width={width}
              y={baseline - ofArticles}
              height={ofArticles}
            />
          </g>
        );
      })}
    </ChartFigure>
  );
}

function summaryOf(views: readonly Step[], unit: Statistics['unit']): string {
  const total = views.reduce((sum, entry) => sum + viewsOf(entry), 0);
  const most = views.toSorted((one, other) => viewsOf(other) - viewsOf(one))[0];
  if (most === undefined) return `No ${unit}s to show`;
  return `${formatCount(total, 'page view')} over ${views.length} ${unit}s, the most in ${namedStep(most.start, unit)}: ${formatNumber(viewsOf(most))}`;
}
