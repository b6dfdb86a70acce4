import { longDate, longDateTime } from '#domain/site/long-date.ts';

interface PublishDateProps {
  readonly date: Date;
  readonly timeZone: string;
}

/** "January 5, 2025" in the site's time zone, because a cached page is the same for every reader. */
export function PublishDate({ date, timeZone }: PublishDateProps) {
  return <time dateTime={date.toISOString()}>{longDate(date, timeZone)}</time>;
}

/** "January 5, 2025 at 3:42 PM UTC". Absolute, because "5 minutes ago" becomes wrong on a stored page. */
export function DateTime({ date, timeZone }: PublishDateProps) {
  return <time dateTime={date.toISOString()}>{longDateTime(date, timeZone)}</time>;
}
