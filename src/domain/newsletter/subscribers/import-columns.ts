import type { SubscriberState } from '../subscriber.ts';

/**
 * Lists of other systems name their columns in many ways: Ghost, Substack, Mailchimp, beehiiv, Kit, Buttondown, listmonk and Curated.
 * Names are compared in lower case, with `_` for spaces and hyphens, and up to an opening parenthesis.
 */
const OWN_NAMES: Readonly<Record<string, string>> = {
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
};

/** `true` means that the reader gets no emails. */
const OPT_OUT_FLAGS: ReadonlySet<string> = new Set([
  'blocked',
  'blocklisted',
  'bounced',
  'complained',
  'disabled',
  'email_disabled',
  'opt_out',
  'opted_out',
  'suppressed',
  'unsubscribed',
]);

/** `false` means that the reader gets no emails. */
const CONSENT_FLAGS: ReadonlySet<string> = new Set([
  'accepts_marketing',
  'email_enabled',
  'email_subscribed',
  'opt_in',
  'opted_in',
  'subscribed',
  'subscribed_to_emails',
]);

/** Any value means that the reader gets no emails. */
const OPT_OUT_DATES: ReadonlySet<string> = new Set([
  'bounced_at',
  'canceled_at',
  'cancelled_at',
  'clean_time',
  'complained_at',
  'deleted_at',
  'unsub_time',
  'unsubscribe_date',
  'unsubscribed_at',
  'unsubscribed_date',
  'unsubscription_date',
]);

/** Names that look like consent and say nothing about it. */
const UNRELATED: ReadonlySet<string> = new Set([
  'active_subscription',
  'clean_campaign_id',
  'clean_campaign_title',
  'confirm_ip',
  'consent',
  'optin_ip',
  'status',
  'subscribed_at',
  'unsub_campaign_id',
  'unsub_campaign_title',
  'unsub_reason',
  'unsub_reason_other',
]);

const CONSENT_LIKE =
  /subscri|unsub|opt_?(?:in|out)|consent|status|bounce|block|suppress|permission|complain|disabl|cancel|spam|gdpr|marketing/;

/** Words for the state of a subscriber. An empty state says that the reader gets emails, but not that the address is confirmed. */
const STATE_WORDS: Readonly<Record<string, SubscriberState | ''>> = {
  active: '',
  enabled: '',
  regular: '',
  subscribed: '',
  unactivated: 'pending',
  unconfirmed: 'pending',
  bounced: 'unsubscribed',
  canceled: 'unsubscribed',
  cancelled: 'unsubscribed',
  cleaned: 'unsubscribed',
  deleted: 'unsubscribed',
  disabled: 'unsubscribed',
  inactive: 'unsubscribed',
  opted_out: 'unsubscribed',
  removed: 'unsubscribed',
  suppressed: 'unsubscribed',
  unsubscribed: 'unsubscribed',
  blocked: 'blocked',
  blocklisted: 'blocked',
  blacklisted: 'blocked',
  complained: 'blocked',
  spam: 'blocked',
};

const TRUE_WORDS: ReadonlySet<string> = new Set(['true', 'yes', 'y', '1', 't']);
const FALSE_WORDS: ReadonlySet<string> = new Set(['false', 'no', 'n', '0', 'f', 'null']);

const wordOf = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');

/** The name of this project for the column of a list. */
export function columnName(name: string): string {
  const word = wordOf(name.split('(', 1)[0] ?? '');
  return OWN_NAMES[word] ?? word;
}

/**
 * The columns whose name suggests that they say who gets emails, although it is not known how. Without a decision of the newsroom
 * such a list could subscribe readers who have opted out.
 */
export function consentLikeColumns(names: readonly string[]): string[] {
  return names.filter(
    (name) =>
      CONSENT_LIKE.test(name) &&
      ![UNRELATED, OPT_OUT_FLAGS, CONSENT_FLAGS, OPT_OUT_DATES].some((known) => known.has(name)),
  );
}

/** The state that a word of another system stands for; the word itself if it is not known. */
export const stateOfWord = (status: string): string => STATE_WORDS[wordOf(status)] ?? status;

/**
 * Whether a record says, in any of its columns, that the reader gets no emails.
 *
 * @param row by column name, as `columnName` returns it
 * @param confirmedAt a later confirmation outweighs a date on which the reader has unsubscribed
 */
export function optOutOf(
  row: Readonly<Record<string, string>>,
  confirmedAt: Date | null,
): 'unsubscribed' | 'blocked' | null {
  let isOut = false;
  for (const [name, value] of Object.entries(row)) {
    const word = wordOf(value);
    const state = STATE_WORDS[word];
    if (word === '' || name === 'email') continue;
    if (state === 'blocked') return 'blocked';
    isOut ||=
      state === 'unsubscribed' ||
      (OPT_OUT_FLAGS.has(name) && !FALSE_WORDS.has(word)) ||
      (CONSENT_FLAGS.has(name) && !TRUE_WORDS.has(word)) ||
      (OPT_OUT_DATES.has(name) && !isBefore(value, confirmedAt));
  }
  return isOut ? 'unsubscribed' : null;
}

const isBefore = (value: string, moment: Date | null): boolean =>
  moment !== null && Date.parse(value) < moment.getTime();
