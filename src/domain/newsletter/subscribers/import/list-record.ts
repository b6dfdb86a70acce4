import { uuidv7 } from '#platform/ids.ts';
import { isStorable } from '#platform/storable-text.ts';
import { type ImportedAs, SUBSCRIBER_STATES, type SubscriberState } from '../../subscriber.ts';
import type { newsletterSubscribers } from '../../tables.server.ts';
import type { ColumnMeaning } from './column-meanings.ts';
import { addressIn, hasSurplus, readFields, valueOfMeaning } from './list-columns.ts';
import { orderOf, parseListDate } from './list-dates.ts';
import { type Field, stateOfWord } from './opt-outs.ts';
import type { SubscriberList } from './subscriber-list.server.ts';

export type NewRow = typeof newsletterSubscribers.$inferInsert & { readonly status: SubscriberState };

interface RecordContext {
  readonly list: SubscriberList;
  readonly as: ImportedAs;
  readonly now: Date;
}

const STATES = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(SUBSCRIBER_STATES);
/** Characters. */
const CONSENT_LIMIT = 1000;
/** Start of the year 10000, in milliseconds since 1970. PostgreSQL cannot parse how JavaScript formats later years. */
const END_OF_DATES = Date.UTC(10_000, 0);
const DATES = ['subscribed_at', 'confirmed_at', 'unsubscribed_at'] as const;

/** Returns the row to insert, or why the record is refused, which names its column. */
export function readRow(values: readonly string[], { list, as, now }: RecordContext): NewRow | string {
  const fields = readFields(list.columns, values);
  const name = (meaning: ColumnMeaning) =>
    list.columns[fields.findIndex((field) => field.meaning === meaning && field.value !== '')]?.name ??
    list.columns.find((column) => column.meaning === meaning)?.name ??
    meaning;
  const unstorable = fields.findIndex(({ meaning, value }) => meaning !== 'ignore' && !isStorable(value));
  if (unstorable !== -1)
    return `${list.columns[unstorable]?.name} contains a character that cannot be stored`;
  const email = addressIn(valueOfMeaning(fields, 'email'));
  if (email === null) return `${name('email')} is not an email address`;
  if (hasSurplus(list.columns, values) && !list.withoutEmails.has(email))
    return 'the record has more fields than the list has columns; a field with a comma needs quotes';
  const declared = declaredState(fields, as);
  if (declared === null) return `${name('status')} must be empty, ${STATES}`;
  const consent = valueOfMeaning(fields, 'consent');
  if (consent.length > CONSENT_LIMIT) return `${name('consent')} has more than ${CONSENT_LIMIT} characters`;
  const dates = readDates(fields, list, now);
  if ('wrong' in dates) return `${name(dates.wrong)} ${dates.reason}`;
  const withoutEmails = list.withoutEmails.get(email);
  if (withoutEmails === undefined && list.unreadable.has(email))
    return 'another record with this address cannot be read, and may say that its owner has unsubscribed';
  const status = withoutEmails ?? declared;
  if (status === 'confirmed' && (consent === '' || dates.confirmed_at === null))
    return 'confirmed needs consent and confirmed_at';
  return {
    id: uuidv7(),
    email,
    status,
    source: 'import',
    consent,
    createdAt: dates.subscribed_at ?? now,
    askedAt: now,
    confirmedAt: status === 'pending' ? null : dates.confirmed_at,
    unsubscribedAt: status === 'unsubscribed' || status === 'blocked' ? (dates.unsubscribed_at ?? now) : null,
    confirmationWithheldAt: status === 'pending' ? now : null,
  };
}

/** Null for a word that is no state. */
function declaredState(fields: readonly Field[], as: ImportedAs): SubscriberState | null {
  const word = stateOfWord(valueOfMeaning(fields, 'status').toLowerCase());
  const state = word === '' ? as : SUBSCRIBER_STATES.find((known) => known === word);
  // A record can declare itself confirmed only if the administrator imports the list as confirmed.
  return state === 'confirmed' && as === 'pending' ? 'pending' : (state ?? null);
}

type Dates = Record<(typeof DATES)[number], Date | null>;

function readDates(
  fields: readonly Field[],
  { dateOrder, hasAmbiguousDates }: SubscriberList,
  now: Date,
): Dates | { readonly wrong: keyof Dates; readonly reason: string } {
  const dates: Dates = { subscribed_at: null, confirmed_at: null, unsubscribed_at: null };
  for (const meaning of DATES) {
    const value = valueOfMeaning(fields, meaning);
    if (value === '' || (hasAmbiguousDates && orderOf(value) === 'ambiguous')) continue;
    const date = parseListDate(value, dateOrder);
    if (date === null) return { wrong: meaning, reason: 'is not a date such as 2026-05-04' };
    if (date.getTime() < 0 || date.getTime() >= END_OF_DATES)
      return { wrong: meaning, reason: 'is not a plausible subscription date' };
    dates[meaning] = date;
  }
  const future = DATES.find((meaning) => (dates[meaning] ?? now) > now);
  return future === undefined ? dates : { wrong: future, reason: 'is in the future' };
}
