import { formatNumber } from '#ui/format-number.ts';
import { CHART, ChartFigure } from './chart-figure.tsx';
import { type ChartUnit, namedStep } from './chart-steps.ts';

export interface GrowthStep {
  /** The first day (YYYY-MM-DD). */
  readonly start: string;
  readonly joined: number;
  readonly left: number;
  readonly total: number;
}

interface GrowthChartProps {
  readonly unit: ChartUnit;
  readonly growth: readonly GrowthStep[];
}

/** A chart of the subscribers at the end of each step and of those who joined and left. */
export function GrowthChart({ unit, growth }: GrowthChartProps) {
  const maxTotal = Math.max(1, ...growth.map(({ total }) => total));
  const maxChange = Math.max(1, ...growth.flatMap(({ joined, left }) => [joined, left]));
  const step = CHART.width / growth.length;
  const { baseline, top } = CHART;
  const y = (total: number) => baseline - (total / maxTotal) * (baseline - top);
  const middle = (index: number) => (index + 0.5) * step;
  const points = growth.map(({ total }, index) => `${middle(index).toFixed(1)},${y(total).toFixed(1)}`);
  const bar = (number: number) => (number / maxChange) * (baseline - top) * 0.45;
  return (
    <ChartFigure
      summary={summaryOf(growth, unit)}
      unit={unit}
      steps={growth}
      series={[
        { label: 'Subscribers', key: 'subscribers', valueOf: ({ total }) => total },
        { label: 'Joined', key: 'joined', valueOf: ({ joined }) => joined },
        { label: 'Left', key: 'left', valueOf: ({ left }) => left },
      ]}
      note="Bars use a separate scale."
    >
      {growth.map(({ start, joined, left }, index) => (
        <g key={start}>
          <rect
            className="growth-joined"
            x={middle(index) - step * 0.32}
            width={step * 0.3}
            y={baseline - bar(joined)}
            height={bar(joined)}
          />
          <rect
            className="growth-left"
            x={middle(index) + step * 0.02}
            width={step * 0.3}
            y={baseline - bar(left)}
            height={bar(left)}
          />
        </g>
      ))}
      <polyline className="growth-total" points={points.join(' ')} />
    </ChartFigure>
  );
}

function summaryOf(growth: readonly GrowthStep[], unit: ChartUnit): string {
  const [first, last] = [growth.at(0), growth.at(-1)];
  if (first === undefined || last === undefined) return `No ${unit}s to show`;
  const start =
    unit === 'week' ? `the week of ${namedStep(first.start, 'day')}` : namedStep(first.start, unit);
  return `Subscribers over ${growth.length} ${unit}s: from ${formatNumber(first.total)} in ${start} to ${formatNumber(last.total)} now`;
}
