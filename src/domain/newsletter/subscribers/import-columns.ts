import type { SubscriberState } from '../subscriber.ts';

/**
 * Lists of other systems name their columns in many ways: Ghost, Substack, Mailchimp, beehiiv, Kit, Buttondown, listmonk and Curated.
 * Names are compared in lower case, with `_` for spaces and hyphens, and up to an opening parenthesis.
 */
const OWN_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    e_mail: 'email',
    e_mail_address: 'email',
    email_address: 'email',
    subscriber_email: 'email',
    confirm_time: 'confirmed_at',
    created_at: 'subscribed_at',
    creation_date: 'subscribed_at',
    date_added: 'subscribed_at',
    optin_time: 'subscribed_at',
    signup_date: 'subscribed_at',
    subscription_date: 'subscribed_at',
    subscription_status: 'status',
    subscriber_status: 'status',
  }),
);

/** `true` means that the reader gets no emails. */
const OPT_OUT_FLAGS: ReadonlySet<string> = new Set([
  'blacklisted',
  'blocked',
  'blocklisted',
  'bounced',
  'complained',
  'disabled',
  'email_disabled',
  'opt_out',
  'opted_out',
  'suppressed',
  'undeliverable',
  'unsubscribed',
]);

/** Anything but `true` means that the reader gets no emails; tables write an empty field for a box that is not checked. */
const CONSENT_FLAGS: ReadonlySet<string> = new Set([
  'accepts_marketing',
  'email_enabled',
  'email_subscribed',
  'opt_in',
  'opted_in',
  'subscribed',
  'subscribed_to_emails',
]);

/** The reader gets no emails since then, unless the address was confirmed later. */
const UNSUBSCRIBE_DATES: ReadonlySet<string> = new Set([
  'unsub_time',
  'unsubscribe_date',
  'unsubscribed_at',
  'unsubscribed_date',
  'unsubscription_date',
]);

/** The reader gets no emails since then. */
const OPT_OUT_DATES: ReadonlySet<string> = new Set([
  'bounced_at',
  'clean_time',
  'complained_at',
  'deleted_at',
  'opted_out_at',
  'undeliverability_date',
]);

/** Their values are states. */
const STATE_COLUMNS: ReadonlySet<string> = new Set(['status', 'state', 'type']);

/** Names that look like consent and say nothing about it. */
const UNRELATED: ReadonlySet<string> = new Set([
  'active_subscription',
  'clean_campaign_title',
  'consent',
  'subscribed_at',
  'unsub_campaign_title',
  'unsub_reason',
  'unsub_reason_other',
]);
const UNRELATED_ENDING = /_(?:count|id|ip|link|plan|source|url)$/;

const CONSENT_LIKE =
  /subscri|unsub|opt_?(?:in|out)|opted|consent|status|bounce|block|blacklist|suppress|permission|complain|disabl|cancel|spam|gdpr|marketing|mailing|newsletter|preference|receive|enabled|undeliver|do_?not|\bdnc\b|remov|delet|deactiv|archiv|inactive/;

/** Words for the state of a subscriber. An empty state says that the reader gets emails, but not that the address is confirmed. */
const STATE_WORDS: ReadonlyMap<string, SubscriberState | ''> = new Map(
  Object.entries({
    active: '',
    enabled: '',
    free: '',
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

const wordOf = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');

/** A field of a list, without words that databases and tables write for no value. */
export const valueOf = (text: string): string => (EMPTY_WORDS.has(wordOf(text)) ? '' : text.trim());

/** The name of this project for the column of a list. */
export function columnName(name: string): string {
  const word = wordOf(name.split('(', 1)[0] ?? '').replace(/_$/, '');
  return OWN_NAMES.get(word) ?? word;
}

/**
 * The columns whose name suggests that they say who gets emails, although it is not known how. Without a decision of the newsroom
 * such a list could subscribe readers who have opted out.
 */
export function consentLikeColumns(names: readonly string[]): string[] {
  const known = [UNRELATED, STATE_COLUMNS, OPT_OUT_FLAGS, CONSENT_FLAGS, UNSUBSCRIBE_DATES, OPT_OUT_DATES];
  return names.filter(
    (name) =>
      CONSENT_LIKE.test(name) && !UNRELATED_ENDING.test(name) && !known.some((columns) => columns.has(name)),
  );
}

/** The state that a word of another system stands for; the word itself if it is not known. */
export const stateOfWord = (status: string): string => STATE_WORDS.get(wordOf(status)) ?? status;

/**
 * Whether a record says, in any of its columns, that the reader gets no emails.
 *
 * @param fields name, as `columnName` returns it, and value of each column; a name may occur more than once
 * @param confirmedAt a later confirmation outweighs the date on which the reader has unsubscribed
 */
export function optOutOf(
  fields: readonly (readonly [name: string, value: string])[],
  confirmedAt: Date | null,
): 'unsubscribed' | 'blocked' | null {
  const found = fields.map(([name, value]) => optOutOfField(name, value, confirmedAt));
  return found.find((state) => state === 'blocked') ?? found.find((state) => state !== null) ?? null;
}

function optOutOfField(
  name: string,
  value: string,
  confirmedAt: Date | null,
): 'unsubscribed' | 'blocked' | null {
  const word = wordOf(value);
  if (CONSENT_FLAGS.has(name)) return TRUE_WORDS.has(word) ? null : 'unsubscribed';
  if (EMPTY_WORDS.has(word) || name === 'email') return null;
  const state = STATE_WORDS.get(word);
  if (STATE_COLUMNS.has(name) && (state === 'unsubscribed' || state === 'blocked')) return state;
  if (UNSUBSCRIBE_DATES.has(name))
    return confirmedAt !== null && endOf(value) < confirmedAt.getTime() ? null : 'unsubscribed';
  if (name === 'complained_at') return 'blocked';
  const isOut =
    OPT_OUT_WORDS.has(word) ||
    ((OPT_OUT_FLAGS.has(name) || OPT_OUT_DATES.has(name)) && !FALSE_WORDS.has(word));
  return isOut ? 'unsubscribed' : null;
}

/** As databases write it, which is in UTC unless it says otherwise: `2024-01-01 10:05:00`, `2024-01-01 10:05:00 +0000`. */
const DATABASE_TIME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,6})?) ?(?:UTC|Z|([+-]\d\d):?(\d\d))?$/;

/** The time of a database in the format of ISO 8601; any other text as it is. */
export const isoFormat = (value: string): string =>
  value.replace(DATABASE_TIME, (_, date: string, time: string, hours?: string, minutes?: string) =>
    hours === undefined ? `${date}T${time}Z` : `${date}T${time}${hours}:${minutes}`,
  );

/** Milliseconds since 1970 of a moment, or of the end of a day. NaN, which is before nothing, if its time zone is not known. */
function endOf(value: string): number {
  const text = isoFormat(value);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return Date.parse(`${text}T23:59:59.999Z`);
  return /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
}
