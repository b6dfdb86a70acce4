const DATE = { dateStyle: 'long' } as const;
const TIME = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

/** Formatters by time zone, cached because creating one costs more than formatting a hundred dates. */
const formats = {
  date: new Map<string, Intl.DateTimeFormat>(),
  time: new Map<string, Intl.DateTimeFormat>(),
};

/**
 * "January 5, 2025" in this time zone. `toLocaleDateString` would create a formatter at every call.
 *
 * @param timeZone IANA name from the settings of the site, so there are few of them
 */
export function longDate(date: Date, timeZone: string): string {
  return formatOf('date', timeZone).format(date);
}

/** "January 5, 2025 at 3:42 PM UTC" in this time zone. */
export function longDateTime(date: Date, timeZone: string): string {
  return formatOf('time', timeZone).format(date);
}

function formatOf(kind: keyof typeof formats, timeZone: string): Intl.DateTimeFormat {
  let format = formats[kind].get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { ...(kind === 'date' ? DATE : TIME), timeZone });
    formats[kind].set(timeZone, format);
  }
  return format;
}
