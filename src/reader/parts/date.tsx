import { longDate, longDateTime } from '#domain/site/long-date.ts';

interface PublishDateProps {
  readonly date: Date;
  readonly timeZone: string;
}

/** "January 5, 2025" in the publication's own zone: the same for every reader, as the page is. */
export function PublishDate({ date, timeZone }: PublishDateProps) {
  return <time dateTime={date.toISOString()}>{longDate(date, timeZone)}</time>;
}

/** "January 5, 2025 at 3:42 PM UTC". Absolute: "5 minutes ago" would be wrong on a stored page. */
export function DateTime({ date, timeZone }: PublishDateProps) {
  return <time dateTime={date.toISOString()}>{longDateTime(date, timeZone)}</time>;
}
