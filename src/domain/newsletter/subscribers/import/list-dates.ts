/** Which part comes first in dates such as 03/04/2024. */
export const DATE_ORDERS = ['month_first', 'day_first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** `2024-01-01`, and as databases write it, in UTC unless it says otherwise: `2024-01-01 10:05:00 +0000`. */
const ISO_DATE =
  /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(?:UTC|Z|([+-]\d\d):?(\d\d)?)?)?$/;

/** As spreadsheets write it: `1/31/2024`, `31.01.2024`, `31/01/2024 14:05`, `1/31/2024 2:05 PM`. */
const LOCAL_DATE = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?:,? (\d{1,2}):(\d\d)(?::(\d\d))? ?([AP]M)?)?$/i;

/** The order that a date of a spreadsheet shows by itself; `ambiguous` if it can be read in both, null for any other text. */
export function orderOf(value: string): DateOrder | 'ambiguous' | null {
  const [, first, separator, second] = LOCAL_DATE.exec(value) ?? [];
  if (separator === undefined || first === second) return null;
  if (separator === '.' || Number(first) > 12) return 'day_first';
  return Number(second) > 12 ? 'month_first' : 'ambiguous';
}

/**
 * The moment of a date of a list, in UTC unless it says otherwise; null for a text that is no date.
 *
 * @param order of dates that can be read in both
 */
export function parseListDate(value: string, order: DateOrder): Date | null {
  const text = toIso(value, order);
  if (text === null || !isCalendarDate(text.slice(0, 10))) return null;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

/** Milliseconds since 1970 of a moment, or of the end of a day; NaN if it is no date. */
export function endOfListDate(value: string, order: DateOrder): number {
  const text = toIso(value, order);
  if (text === null) return Number.NaN;
  return Date.parse(text.length === 10 ? `${text}T23:59:59.999Z` : text);
}

function toIso(value: string, order: DateOrder): string | null {
  const [, date, time, hours, minutes = '00'] = ISO_DATE.exec(value) ?? [];
  if (date !== undefined)
    return time === undefined ? date : `${date}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`;
  return localToIso(LOCAL_DATE.exec(value), orderOf(value) === 'ambiguous' ? order : orderOf(value));
}

function localToIso(found: RegExpExecArray | null, order: DateOrder | 'ambiguous' | null): string | null {
  if (found === null) return null;
  const [, first = '', , second = '', year = '', hour, minute = '', seconds = '00', half] = found;
  const [day, month] = order === 'day_first' ? [first, second] : [second, first];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (hour === undefined) return date;
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
  return `${date}T${String(hours).padStart(2, '0')}:${minute}:${seconds}Z`;
}

/** Of the 30th of February, `Date` makes the 1st of March. */
function isCalendarDate(date: string): boolean {
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
}
