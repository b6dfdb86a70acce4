import { formatNumber } from '#ui/format-number.ts';
import type { SettingName, Settings } from '#domain/site/settings.ts';

/** The settings that decide how long something is kept: a page that tells of them carries their tags. */
export const KEPT_SETTINGS = [
  'comment_deleted_kept_days',
  'newsletter_unconfirmed_kept_days',
  'newsletter_unsubscribed_kept_days',
  'newsletter_copies_kept_days',
  'contact_kept_days',
  'mail_kept_days',
] as const satisfies readonly SettingName[];

type KeptSettings = Pick<Settings, (typeof KEPT_SETTINGS)[number]>;

const daysOf = (days: number) => (days === 1 ? 'a day' : `${formatNumber(days)} days`);

/** What there may be about anybody, and until when, by the present settings. */
export function WhatIsKept({ settings }: { readonly settings: KeptSettings }) {
  return (
    <dl className="mt-6 grid gap-5">
      {entriesOf(settings).map(([name, words]) => (
        <div key={name}>
          <dt className="text-sm font-semibold text-ink">{name}</dt>
          <dd className="mt-1">{words}</dd>
        </div>
      ))}
    </dl>
  );
}

function entriesOf(kept: KeptSettings): readonly (readonly [string, string])[] {
  const { newsletter_unsubscribed_kept_days: left, newsletter_copies_kept_days: copies } = kept;
  return [
    [
      'Comments',
      `Your address, your words and when you wrote them, until you take them back. The address is never shown. What we take down is erased after ${daysOf(kept.comment_deleted_kept_days)}.`,
    ],
    [
      'Newsletter',
      [
        `Your address, what you agreed to and when. Unconfirmed, it is forgotten after ${daysOf(kept.newsletter_unconfirmed_kept_days)}`,
        left === null ? '; unsubscribed, when you delete it here.' : `; unsubscribed, after ${daysOf(left)}.`,
        copies === null ? '' : ` Which issues you were sent is forgotten after ${daysOf(copies)}.`,
      ].join(''),
    ],
    [
      'Messages',
      `What you wrote to us${kept.contact_kept_days === null ? ', until we delete it or you do' : `, for ${daysOf(kept.contact_kept_days)}`}.`,
    ],
    [
      'Mails to you',
      `Their text until they are sent; then only when that was, for ${daysOf(kept.mail_kept_days)}.`,
    ],
    [
      'Visits',
      'Nothing. There are no cookies and no trackers; how often something is tried is counted under keyed hashes that change every day.',
    ],
  ];
}
