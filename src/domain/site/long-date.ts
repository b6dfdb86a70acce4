const DATE = { dateStyle: 'long' } as const;
const MONTH = { year: 'numeric', month: 'long' } as const;
const TIME = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

const STYLES = { date: DATE, time: TIME, month: MONTH };

/** How the publication writes dates. The settings determine both, so there are few combinations. */
export interface DateStyle {
  /** BCP 47 tag. */
  readonly locale: string;
  /** IANA name. */
  readonly timeZone: string;
}

/** Formatters by style, cached because creating one costs more than formatting a hundred dates. */
const formats = {
  date: new Map<string, Intl.DateTimeFormat>(),
  time: new Map<string, Intl.DateTimeFormat>(),
  month: new Map<string, Intl.DateTimeFormat>(),
};

/** "January 5, 2025" in this style. `toLocaleDateString` would create a formatter at every call. */
export function longDate(date: Date, style: DateStyle): string {
  return formatOf('date', style).format(date);
}

/** "January 5, 2025 at 3:42 PM UTC" in this style. */
export function longDateTime(date: Date, style: DateStyle): string {
  return formatOf('time', style).format(date);
}

/** "November 2026". @param month like `2026-11` */
export function longMonth(month: string, locale: string): string {
  return formatOf('month', { locale, timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`));
}

function formatOf(kind: keyof typeof formats, { locale, timeZone }: DateStyle): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone}`;
  let format = formats[kind].get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locale, { ...STYLES[kind], timeZone });
    formats[kind].set(key, format);
  }
  return format;
}
