import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { LoadFailure } from '../components/load-failure.tsx';
import { Notice } from '../components/notice.tsx';
import { Spinner } from '../components/spinner.tsx';
import { useWideViewport } from '../components/use-wide-viewport.ts';
import type { DashboardNavigation } from '../dashboard/use-dashboard-location.ts';
import { type CalendarMonth, calendarQuery } from './calendar-queries.ts';
import { CalendarList, CalendarTable } from './calendar-views.tsx';
import { monthText, shiftMonth } from './month-days.ts';

const MONTH = /^[12]\d{3}-(?:0[1-9]|1[0-2])$/;

/** What was and will be published in a month. The URL contains the month, except the present one. */
export function CalendarPanel({ navigation }: { readonly navigation: DashboardNavigation }) {
  const { view } = navigation.location;
  const calendar = useQuery(calendarQuery(MONTH.test(view) ? view : null));
  const id = useId();
  const { data } = calendar;
  return (
    <section className="panel" aria-labelledby={id} aria-busy={calendar.isPlaceholderData}>
      {data === undefined ? (
        <>
          <h2 id={id}>Calendar</h2>
          {calendar.isError ? (
            <LoadFailure text="Failed to load the calendar" onRetry={calendar.refetch} />
          ) : (
            <Spinner label="Loading the calendar..." />
          )}
        </>
      ) : (
        <>
          <div className="list-head">
            <h2 id={id} aria-live="polite">
              {monthText(data.month)}
            </h2>
            <MonthButtons calendar={data} onMonth={(month) => navigation.navigate({ view: month })} />
          </div>
          <Month calendar={data} />
        </>
      )}
    </section>
  );
}

interface MonthButtonsProps {
  readonly calendar: CalendarMonth;
  /** Empty for the present month. */
  readonly onMonth: (month: string) => void;
}

function MonthButtons({ calendar: { month, today }, onMonth }: MonthButtonsProps) {
  const present = today.slice(0, 7);
  const show = (next: string) => onMonth(next === present ? '' : next);
  return (
    <nav className="calendar-months" aria-label="Months">
      <button
        type="button"
        className="icon-button"
        aria-label="Previous month"
        onClick={() => show(shiftMonth(month, -1))}
      >
        <ChevronLeft size={18} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="button button-secondary button-small"
        // Not disabled: it would lose the focus.
        aria-disabled={month === present}
        onClick={() => month !== present && show(present)}
      >
        This month
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label="Next month"
        onClick={() => show(shiftMonth(month, 1))}
      >
        <ChevronRight size={18} aria-hidden="true" />
      </button>
    </nav>
  );
}

function Month({ calendar }: { readonly calendar: CalendarMonth }) {
  const isWide = useWideViewport();
  return (
    <>
      {!calendar.is_complete && (
        <p className="calendar-incomplete">This month has more entries than are shown here.</p>
      )}
      {isWide ? (
        <CalendarTable calendar={calendar} />
      ) : calendar.entries.length === 0 ? (
        <Notice text={`Nothing is published or scheduled in ${monthText(calendar.month)}`} />
      ) : (
        <CalendarList calendar={calendar} />
      )}
    </>
  );
}
