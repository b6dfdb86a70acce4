import { longDate, longDateTime } from '#domain/site/long-date.ts';
import { useLocale } from '#ui/locale.ts';

interface PublishDateProps {
  readonly date: Date;
  readonly timeZone: string;
}

/** "January 5, 2025" in the site's time zone, because a cached page is the same for every reader. */
export function PublishDate({ date, timeZone }: PublishDateProps) {
  const locale = useLocale();
  return <time dateTime={date.toISOString()}>{longDate(date, { locale, timeZone })}</time>;
}

/** "January 5, 2025 at 3:42 PM UTC". Absolute, because "5 minutes ago" becomes wrong on a stored page. */
export function DateTime({ date, timeZone }: PublishDateProps) {
  const locale = useLocale();
  return <time dateTime={date.toISOString()}>{longDateTime(date, { locale, timeZone })}</time>;
}
