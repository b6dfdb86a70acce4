const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * "January 5, 2025" in this time zone. Formatters are reused: creating one costs more than formatting a hundred dates,
 * and `toLocaleDateString` creates one at each call.
 *
 * @param timeZone IANA name from the settings of the site, so there are few of them
 */
export function longDate(date: Date, timeZone: string): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone });
    formats.set(timeZone, format);
  }
  return format.format(date);
}
