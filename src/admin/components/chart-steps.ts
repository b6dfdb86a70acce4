/** What one entry of a chart stands for. */
export type ChartUnit = 'day' | 'week' | 'month';

/** "Jan 5" or "Jan 2026": the label of an entry. Calendar dates do not depend on the time zone of the browser. */
export function stepLabel(start: string, unit: ChartUnit): string {
  return new Date(`${start}T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'short',
    ...(unit === 'month' ? { year: 'numeric' } : { day: 'numeric' }),
    timeZone: 'UTC',
  });
}

export const UNIT_HEADINGS: Readonly<Record<ChartUnit, string>> = {
  day: 'Day',
  week: 'Week of',
  month: 'Month',
};

/** "Week of Jan 5", "Jan 5", "Jan 2026" */
export const namedStep = (start: string, unit: ChartUnit): string =>
  `${unit === 'week' ? 'Week of ' : ''}${stepLabel(start, unit)}`;
