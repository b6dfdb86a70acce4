/**
 * What a column of a list of subscribers means. `opt_out`: `true`, or a date, means that the reader gets no emails; `opt_in`: anything
 * but `true` does; `spam_report`: the reader has reported an email as spam and is blocked.
 */
export const COLUMN_MEANINGS = [
  'email',
  'status',
  'consent',
  'subscribed_at',
  'confirmed_at',
  'unsubscribed_at',
  'opt_out',
  'opt_in',
  'spam_report',
  'ignore',
] as const;
export type ColumnMeaning = (typeof COLUMN_MEANINGS)[number];

/**
 * Lists of other systems name their columns in many ways: Ghost, Substack, Mailchimp, beehiiv, Kit, Buttondown, listmonk and Curated.
 * Names are compared in lower case, with `_` for spaces and hyphens, and up to an opening parenthesis.
 */
const MEANINGS_BY_NAME: ReadonlyMap<string, ColumnMeaning> = new Map(
  (
    Object.entries({
      email: ['e_mail', 'e_mail_address', 'email', 'email_address', 'mail', 'subscriber_email'],
      status: ['state', 'status', 'subscriber_status', 'subscription_status', 'type'],
      consent: ['consent'],
      subscribed_at: [
        'created_at',
        'creation_date',
        'date_added',
        'optin_time',
        'signup_date',
        'subscribed_at',
        'subscription_date',
      ],
      confirmed_at: ['confirm_time', 'confirmed_at'],
      // The reader gets no emails since then, unless the address was confirmed later.
      unsubscribed_at: [
        'unsub_time',
        'unsubscribe_date',
        'unsubscribed_at',
        'unsubscribed_date',
        'unsubscription_date',
      ],
      opt_out: [
        'blacklisted',
        'blocked',
        'blocklisted',
        'bounced',
        'bounced_at',
        'clean_time',
        'complained',
        'deleted_at',
        'disabled',
        'email_disabled',
        'opt_out',
        'opted_out',
        'opted_out_at',
        'suppressed',
        'undeliverability_date',
        'undeliverable',
        'unsubscribed',
      ],
      opt_in: [
        'accepts_marketing',
        'email_enabled',
        'email_subscribed',
        'opt_in',
        'opted_in',
        'subscribed',
        'subscribed_to_emails',
      ],
      spam_report: ['complained_at'],
      // Names that look like consent and say nothing about it.
      ignore: [
        'active_subscription',
        'clean_campaign_title',
        'unsub_campaign_title',
        'unsub_reason',
        'unsub_reason_other',
      ],
    } satisfies Record<ColumnMeaning, readonly string[]>) as [ColumnMeaning, readonly string[]][]
  ).flatMap(([meaning, names]) => names.map((name) => [name, meaning] as const)),
);

const UNRELATED_ENDING = /_(?:count|id|ip|link|plan|source|url)$/;

const CONSENT_LIKE =
  /subscri|unsub|opt_?(?:in|out)|opted|consent|status|bounce|block|blacklist|suppress|permission|complain|disabl|cancel|spam|gdpr|marketing|mailing|newsletter|preference|receive|enabled|undeliver|do_?not|\bdnc\b|remov|delet|deactiv|archiv|inactive|abgemeldet|abmeld|abbestell|statut|estado|d[eé]sabonn|d[eé]sinscri|cancellat|^(?:is_)?active$/;

/** In lower case, with `_` for spaces and hyphens. */
export const toWord = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');

const toName = (name: string) => toWord(name.split('(', 1)[0] ?? '').replace(/_$/, '');

/** The meaning that the name of a column has in the lists of known systems; undefined for any other name. */
export const meaningOfName = (name: string): ColumnMeaning | undefined => MEANINGS_BY_NAME.get(toName(name));

/** Whether a name that is not known suggests that the column says who gets emails. */
export function resemblesConsent(name: string): boolean {
  const word = toName(name);
  return CONSENT_LIKE.test(word) && !UNRELATED_ENDING.test(word);
}
