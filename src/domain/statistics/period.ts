import { utcDay } from '#platform/utc-day.ts';

/** The periods of the statistics; each ends today. */
export const STATISTICS_PERIODS = ['7d', '30d', '90d', '12m'] as const;
export type StatisticsPeriod = (typeof STATISTICS_PERIODS)[number];

/** The steps of a period: days, or months of which the current one is incomplete. */
export interface PeriodSteps {
  readonly unit: 'day' | 'month';
  /** The first day (YYYY-MM-DD) of each step, in order. */
  readonly starts: readonly string[];
}

const DAYS: Readonly<Record<Exclude<StatisticsPeriod, '12m'>, number>> = { '7d': 7, '30d': 30, '90d': 90 };
const MONTHS = 12;

/** @param startBefore milliseconds since 1970 at which the step begins that is this many steps before the last one */
const starts = (count: number, startBefore: (steps: number) => number): string[] =>
  Array.from({ length: count }, (_, index) => utcDay(startBefore(count - 1 - index)));

/** @param today YYYY-MM-DD */
export function stepsOf(period: StatisticsPeriod, today: string): PeriodSteps {
  const date = new Date(`${today}T00:00:00Z`);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  return period === '12m'
    ? { unit: 'month', starts: starts(MONTHS, (steps) => Date.UTC(year, month - steps, 1)) }
    : { unit: 'day', starts: starts(DAYS[period], (steps) => Date.UTC(year, month, day - steps)) };
}
