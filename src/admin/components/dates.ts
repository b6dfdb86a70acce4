import { readPublication } from '../publication.ts';

/** "Jan 5, 2025" in the time zone of the publication, as on the public site. */
export function shortDate(iso: string): string {
  return new Date(iso).toLocaleDateString('en-US', {
    dateStyle: 'medium',
    timeZone: readPublication().timeZone,
  });
}

/** "Jan 5, 2025" for the day `2025-01-05`. */
export function shortDay(day: string): string {
  return new Date(day).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
}

/** "3:04 PM". */
export function shortTime(instant: Date): string {
  return instant.toLocaleTimeString('en-US', { timeStyle: 'short', timeZone: readPublication().timeZone });
}

/** "3:04 PM" today, "Jan 5, 2025, 3:04 PM" on other days. */
export function timeOrDateTime(iso: string): string {
  return shortDate(iso) === shortDate(new Date().toISOString())
    ? shortTime(new Date(iso))
    : shortDateTime(iso);
}

/** "Jan 5, 2025, 3:04 PM". */
export function shortDateTime(iso: string): string {
  const { timeZone } = readPublication();
  return new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
}

/** "Sun, Oct 25, 2026, 2:30 AM GMT+2": with the offset, because clocks show some times twice. */
export function momentText(instant: Date): string {
  const { timeZone } = readPublication();
  return instant.toLocaleString('en-US', {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });
}
