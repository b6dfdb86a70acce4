import { type ReactNode, useId } from 'react';
import { formatNumber } from '#ui/format-number.ts';
import { type ChartUnit, namedStep, stepLabel, UNIT_HEADINGS } from './chart-steps.ts';

/** Dimensions of a chart in SVG user units. */
export const CHART = { width: 520, height: 130, top: 8, baseline: 129 } as const;

interface Series<Step> {
  readonly label: string;
  /** The value of `data-of` of its key; null for a column that only the table has. */
  readonly key: string | null;
  /** Default: `label`. */
  readonly keyLabel?: string;
  readonly valueOf: (step: Step) => number;
}

interface ChartFigureProps<Step> {
  /** What the chart shows in a sentence, for screen readers. */
  readonly summary: string;
  readonly unit: ChartUnit;
  readonly steps: readonly Step[];
  readonly series: readonly Series<Step>[];
  readonly note: string;
  /** The shapes. */
  readonly children: ReactNode;
}

/** A chart with its key, and a table with the same numbers. */
export function ChartFigure<Step extends { readonly start: string }>(props: ChartFigureProps<Step>) {
  const { summary, unit, steps, series, note, children } = props;
  const title = useId();
  const [first, last] = [steps.at(0), steps.at(-1)];
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${CHART.width} ${CHART.height}`} role="img" aria-labelledby={title}>
        <title id={title}>{summary}</title>
        {children}
        <line className="chart-baseline" x1={0} x2={CHART.width} y1={CHART.baseline} y2={CHART.baseline} />
      </svg>
      <p className="chart-range" aria-hidden="true">
        <span>{first === undefined ? '' : stepLabel(first.start, unit)}</span>
        <span>{last === undefined ? '' : namedStep(last.start, unit)}</span>
      </p>
      <figcaption>
        {series.map(({ label, key, keyLabel = label }) =>
          key === null ? null : (
            <span key={label} className="chart-key" data-of={key}>
              {keyLabel}
            </span>
          ),
        )}
        <span>{note}</span>
      </figcaption>
      <details>
        <summary>Numbers by {unit}</summary>
        <div className="chart-numbers">
          <table>
            <thead>
              <tr>
                <th scope="col">{UNIT_HEADINGS[unit]}</th>
                {series.map(({ label }) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {steps.toReversed().map((step) => (
                <tr key={step.start}>
                  <th scope="row">{stepLabel(step.start, unit)}</th>
                  {series.map(({ label, valueOf }) => (
                    <td key={label}>{formatNumber(valueOf(step))}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
