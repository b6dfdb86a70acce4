import { readPublication } from '../publication.ts';

/** "Jan 5, 2025" in the time zone of the publication, as on the public site. */
export function shortDate(iso: string): string {
  return new Date(iso).toLocaleDateString('en-US', {
    dateStyle: 'medium',
    timeZone: readPublication().timeZone,
  });
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
