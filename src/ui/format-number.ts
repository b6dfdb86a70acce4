/** By locale. The settings determine it, so there are few. */
const formats = new Map<string, Intl.NumberFormat>();

/**
 * "12,345". Uses one shared formatter for each locale, because `toLocaleString` creates one at each call.
 *
 * @param locale BCP 47 tag; by default that of the interface
 */
export function formatNumber(value: number, locale = 'en'): string {
  let format = formats.get(locale);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale);
    formats.set(locale, format);
  }
  return format.format(value);
}
