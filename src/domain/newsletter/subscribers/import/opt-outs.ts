import type { SubscriberState } from '../../subscriber.ts';
import { type ColumnMeaning, toWord } from './column-meanings.ts';

/** Words for the state of a subscriber. An empty state says that the reader gets emails, but not that the address is confirmed. */
const STATE_WORDS: ReadonlyMap<string, SubscriberState | ''> = new Map(
  Object.entries({
    active: '',
    author: '',
    comp: '',
    enabled: '',
    founding: '',
    free: '',
    gift: '',
    lifetime: '',
    opted_in: '',
    paid: '',
    premium: '',
    regular: '',
    subscribed: '',
    verified: '',
    unactivated: 'pending',
    unconfirmed: 'pending',
    archived: 'unsubscribed',
    bounced: 'unsubscribed',
    canceled: 'unsubscribed',
    cancelled: 'unsubscribed',
    cleaned: 'unsubscribed',
    deleted: 'unsubscribed',
    disabled: 'unsubscribed',
    inactive: 'unsubscribed',
    non_subscribed: 'unsubscribed',
    opt_out: 'unsubscribed',
    opted_out: 'unsubscribed',
    removed: 'unsubscribed',
    suppressed: 'unsubscribed',
    undeliverable: 'unsubscribed',
    unsubscribed: 'unsubscribed',
    blacklisted: 'blocked',
    blocked: 'blocked',
    blocklisted: 'blocked',
    complained: 'blocked',
    malicious: 'blocked',
    spam: 'blocked',
    spammy: 'blocked',
  } satisfies Record<string, SubscriberState | ''>),
);

/** In any column, for example in notes. */
const OPT_OUT_WORDS: ReadonlySet<string> = new Set(['opted_out', 'unsubscribed']);

const TRUE_WORDS: ReadonlySet<string> = new Set([
  'true',
  'yes',
  'y',
  '1',
  't',
  'x',
  'on',
  'checked',
  'subscribed',
]);
const FALSE_WORDS: ReadonlySet<string> = new Set(['false', 'no', 'n', '0', '0.0', 'f', 'off', 'unchecked']);
const EMPTY_WORDS: ReadonlySet<string> = new Set([
  '',
  '_',
  '\\n',
  '0000_00_00',
  '0000_00_00_00:00:00',
  'n/a',
  'never',
  'none',
  'null',
]);

/** A field of a list, without words that databases and tables write for no value. */
export const valueOf = (text: string): string => (EMPTY_WORDS.has(toWord(text)) ? '' : text.trim());

/** The state that a word of another system stands for; the word itself if it is not known. */
export const stateOfWord = (status: string): string => STATE_WORDS.get(toWord(status)) ?? status;

/** Whether the values of a column are all states, and one of them, which only a column of states would explain, is an opt-out. */
export function resembleStates(values: Iterable<string>): boolean {
  let hasOptOut = false;
  for (const value of values) {
    const word = toWord(value);
    const state = STATE_WORDS.get(word);
    if (state === undefined) return false;
    hasOptOut ||= isOptOut(state) && !OPT_OUT_WORDS.has(word);
  }
  return hasOptOut;
}

export type OptOutState = 'unsubscribed' | 'blocked';

const isOptOut = (state: string | undefined): state is OptOutState =>
  state === 'unsubscribed' || state === 'blocked';

export interface Field {
  readonly meaning: ColumnMeaning;
  /** As `valueOf` returns it. */
  readonly value: string;
}

/**
 * Whether a record says, in any of its columns, that the reader gets no emails.
 *
 * @param endOf milliseconds since 1970 of a date, at the end of a day; NaN, which is before nothing, if it is not known
 * @param confirmedAt a later confirmation outweighs the date on which the reader has unsubscribed
 */
export function optOutOf(
  fields: readonly Field[],
  { confirmedAt, endOf }: { readonly confirmedAt: Date | null; readonly endOf: (value: string) => number },
): OptOutState | null {
  const found = fields.map((field) => {
    if (field.meaning !== 'unsubscribed_at' || field.value === '') return optOutOfField(field);
    return confirmedAt !== null && endOf(field.value) < confirmedAt.getTime() ? null : 'unsubscribed';
  });
  return found.find((state) => state === 'blocked') ?? found.find((state) => state !== null) ?? null;
}

/** Such a word may be one of a list of tags. */
const hasOptOutWord = (value: string): boolean =>
  value.split(/[,;|]/).some((word) => OPT_OUT_WORDS.has(word.replace(/^_/, '')));

function optOutOfField({ meaning, value }: Field): OptOutState | null {
  const word = toWord(value);
  if (meaning === 'opt_in') return TRUE_WORDS.has(word) ? null : 'unsubscribed';
  if (value === '' || meaning === 'email') return null;
  const state = STATE_WORDS.get(word);
  if (meaning === 'status' && isOptOut(state)) return state;
  if (meaning === 'spam_report') return 'blocked';
  const isOut = hasOptOutWord(word) || (meaning === 'opt_out' && !FALSE_WORDS.has(word));
  return isOut ? 'unsubscribed' : null;
}
