import { useId } from 'react';
import type { Overview } from './newsletter-queries.ts';

type Week = Overview['growth'][number];

/** Dimensions of the chart in SVG user units. */
const WIDTH = 520;
const HEIGHT = 130;
const TOP = 8;
const BOTTOM = 1;

/** A chart of the subscribers at the end of each week and of those who joined and left. */
export function GrowthChart({ growth }: { readonly growth: readonly Week[] }) {
  const title = useId();
  const maxTotal = Math.max(1, ...growth.map(({ total }) => total));
  const maxChange = Math.max(1, ...growth.flatMap(({ joined, left }) => [joined, left]));
  const step = WIDTH / growth.length;
  const baseline = HEIGHT - BOTTOM;
  const y = (total: number) => baseline - (total / maxTotal) * (baseline - TOP);
  const middle = (index: number) => (index + 0.5) * step;
  const points = growth.map(({ total }, index) => `${middle(index).toFixed(1)},${y(total).toFixed(1)}`);
  const bar = (number: number) => (number / maxChange) * (baseline - TOP) * 0.45;
  const [first, last] = [growth.at(0), growth.at(-1)];
  return (
    <figure className="growth">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={title}>
        <title id={title}>{summaryOf(growth)}</title>
        {growth.map(({ week, joined, left }, index) => (
          <g key={week}>
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
        <line className="growth-baseline" x1={0} x2={WIDTH} y1={baseline} y2={baseline} />
        <polyline className="growth-total" points={points.join(' ')} />
      </svg>
      <p className="growth-range" aria-hidden="true">
        <span>{first === undefined ? '' : dayOf(first.week)}</span>
        <span>{last === undefined ? '' : `Week of ${dayOf(last.week)}`}</span>
      </p>
      <figcaption>
        <span className="growth-key" data-of="total">
          Subscribers
        </span>
        <span className="growth-key" data-of="joined">
          Joined
        </span>
        <span className="growth-key" data-of="left">
          Left
        </span>
        <span>Bars use a separate scale.</span>
      </figcaption>
      <details>
        <summary>Numbers by week</summary>
        <div className="growth-numbers">
          <table>
            <thead>
              <tr>
                <th scope="col">Week of</th>
                <th scope="col">Joined</th>
                <th scope="col">Left</th>
                <th scope="col">Subscribers</th>
              </tr>
            </thead>
            <tbody>
              {growth.toReversed().map(({ week, joined, left, total }) => (
                <tr key={week}>
                  <th scope="row">{dayOf(week)}</th>
                  <td>{joined}</td>
                  <td>{left}</td>
                  <td>{total}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

function summaryOf(growth: readonly Week[]): string {
  const [first, last] = [growth.at(0), growth.at(-1)];
  if (first === undefined || last === undefined) return 'No weeks to show';
  return `Subscribers over ${growth.length} weeks: from ${first.total} in the week of ${dayOf(first.week)} to ${last.total} now`;
}

/** Formats a calendar date independently of the time zone of the browser. */
function dayOf(week: string): string {
  return new Date(`${week}T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
}
