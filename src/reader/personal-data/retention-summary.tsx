import { formatNumber } from '#ui/format-number.ts';
import type { SettingName, Settings } from '#domain/site/settings.ts';

/** The retention settings. A page that shows them carries their cache tags. */
export const RETENTION_SETTINGS = [
  'comment_deleted_retention_days',
  'newsletter_unconfirmed_retention_days',
  'newsletter_unsubscribed_retention_days',
  'newsletter_deliveries_retention_days',
  'contact_retention_days',
  'mail_retention_days',
] as const satisfies readonly SettingName[];

type RetentionSettings = Pick<Settings, (typeof RETENTION_SETTINGS)[number]>;

const formatDays = (days: number) => (days === 1 ? 'a day' : `${formatNumber(days)} days`);

/** Lists the kinds of personal data the site stores and how long, from the current settings. */
export function RetentionSummary({ settings }: { readonly settings: RetentionSettings }) {
  return (
    <dl className="mt-6 grid gap-5">
      {describeRetention(settings).map(([name, text]) => (
        <div key={name}>
          <dt className="text-sm font-semibold text-ink">{name}</dt>
          <dd className="mt-1">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function describeRetention(settings: RetentionSettings): readonly (readonly [string, string])[] {
  const {
    newsletter_unsubscribed_retention_days: unsubscribedDays,
    newsletter_deliveries_retention_days: deliveryDays,
  } = settings;
  return [
    [
      'Comments',
      `Your address, your text and the date, until you delete them. The address is never shown. Comments we remove are erased after ${formatDays(settings.comment_deleted_retention_days)}.`,
    ],
    [
      'Newsletter',
      [
        `Your address, what you agreed to and when. An unconfirmed address is erased after ${formatDays(settings.newsletter_unconfirmed_retention_days)}`,
        unsubscribedDays === null
          ? '; an unsubscribed one, when you delete it here.'
          : `; an unsubscribed one, after ${formatDays(unsubscribedDays)}.`,
        deliveryDays === null
          ? ''
          : ` The list of issues you were sent is erased after ${formatDays(deliveryDays)}.`,
      ].join(''),
    ],
    [
      'Messages',
      `What you wrote to us${settings.contact_retention_days === null ? ', until we or you delete it' : `, for ${formatDays(settings.contact_retention_days)}`}.`,
    ],
    [
      'Emails to you',
      `The text until it is sent; after that, only the date, for ${formatDays(settings.mail_retention_days)}.`,
    ],
    [
      'Visits',
      'Nothing about you. There are no cookies and no trackers; we count how often each page is opened and which sites link to it, and attempts to stop abuse, under anonymous keys that change daily.',
    ],
  ];
}
