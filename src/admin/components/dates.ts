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
