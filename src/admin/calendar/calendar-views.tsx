import { CalendarEntryView } from './calendar-entry-view.tsx';
import type { CalendarEntry, CalendarMonth } from './calendar-queries.ts';
import { dayText, monthText, WEEKDAYS, weeksOf } from './month-days.ts';

/** The month as a table of weeks. */
export function CalendarTable({ calendar: { month, today, entries } }: { readonly calendar: CalendarMonth }) {
  const byDay = groupByDay(entries);
  return (
    <table className="calendar-table">
      <caption className="visually-hidden">{monthText(month)}</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((day) => (
            <th key={day} scope="col" abbr={day}>
              {day.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((day, index) =>
              day === null ? (
                <td key={WEEKDAYS[index]} className="calendar-outside" aria-label="Another month" />
              ) : (
                <td key={day} aria-current={day === today ? 'date' : undefined}>
                  <time className="calendar-day" dateTime={day} aria-label={dayText(day)}>
                    {Number(day.slice(8))}
                  </time>
                  <Entries entries={byDay.get(day)} label={dayText(day)} />
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The days of the month on which something happens, as a list. */
export function CalendarList({ calendar: { today, entries } }: { readonly calendar: CalendarMonth }) {
  return (
    <div className="calendar-list">
      {[...groupByDay(entries)].map(([day, ofDay]) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h3 id={`day-${day}`} aria-current={day === today ? 'date' : undefined}>
            <time dateTime={day}>{dayText(day)}</time>
            {day === today && ' (today)'}
          </h3>
          <Entries entries={ofDay} label={dayText(day)} />
        </section>
      ))}
    </div>
  );
}

function Entries({
  entries,
  label,
}: {
  readonly entries: readonly CalendarEntry[] | undefined;
  readonly label: string;
}) {
  if (entries === undefined) return null;
  return (
    <ul className="calendar-entries" aria-label={label}>
      {entries.map((entry) => (
        <li key={`${entry.id} ${entry.event}`}>
          <CalendarEntryView entry={entry} />
        </li>
      ))}
    </ul>
  );
}

/** In the order of the days. */
function groupByDay(entries: readonly CalendarEntry[]): ReadonlyMap<string, readonly CalendarEntry[]> {
  const byDay = new Map<string, CalendarEntry[]>();
  for (const entry of entries) byDay.set(entry.date, [...(byDay.get(entry.date) ?? []), entry]);
  return byDay;
}
