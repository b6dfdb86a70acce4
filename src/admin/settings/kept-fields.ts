import { z } from 'zod';
import type { SiteSettings } from './site-settings.ts';

/** How long something is kept, in days. */
interface KeptField {
  readonly name: keyof SiteSettings;
  readonly label: string;
  readonly hint: string;
  /** Whether it may be kept for ever. */
  readonly mayStay: boolean;
}

/** In the order of the form. Deleted comments are where commenting is decided. */
export const KEPT_FIELDS = [
  {
    name: 'article_revisions_retention_days',
    label: 'Revisions of articles',
    hint: 'From 1 to 3650, or empty to keep all of them. The newest and the newest published one always stay.',
    mayStay: true,
  },
  {
    name: 'contact_kept_days',
    label: 'Messages from the contact form',
    hint: 'From 1 to 3650. Leave it empty to keep them until somebody deletes them.',
    mayStay: true,
  },
  {
    name: 'newsletter_unconfirmed_kept_days',
    label: 'Subscribers who have not confirmed',
    hint: 'From 1 to 3650. Their addresses leave no trace.',
    mayStay: false,
  },
  {
    name: 'newsletter_unsubscribed_kept_days',
    label: 'Subscribers who have left',
    hint: 'From 1 to 3650, or empty. Afterwards only a keyed hash stays, so that no list adds them again.',
    mayStay: true,
  },
  {
    name: 'newsletter_copies_kept_days',
    label: 'Who was sent which issue',
    hint: 'From 1 to 3650, or empty. The numbers of an issue stay.',
    mayStay: true,
  },
  {
    name: 'mail_kept_days',
    label: 'What became of a mail',
    hint: 'From 1 to 365. Text and addresses are gone as soon as it is sent or refused.',
    mayStay: false,
  },
  {
    name: 'mail_files_retention_days',
    label: 'Emails written as files',
    hint: 'From 1 to 3650, or empty. They hold text and addresses. Used where no mail server is set.',
    mayStay: true,
  },
  {
    name: 'jobs_failed_kept_days',
    label: 'Work that was given up',
    hint: 'From 1 to 365. Some of it names an address.',
    mayStay: false,
  },
] as const satisfies readonly KeptField[];

export type KeptName = (typeof KEPT_FIELDS)[number]['name'];

/** As it is typed; empty for ever. */
export type KeptDraft = Readonly<Record<KeptName, string>>;

export const retentionFormValues: z.ZodType<KeptDraft> = z.object(forEach(() => z.string()));

export function typedFrom(settings: Pick<SiteSettings, KeptName>): KeptDraft {
  return forEach(({ name }) => settings[name]?.toString() ?? '');
}

/** What is no number is sent as one that the server refuses by name. */
export function patchFrom(draft: KeptDraft): Pick<SiteSettings, KeptName> {
  // Null where it must not be is refused like any other mistake.
  return forEach(({ name, mayStay }) => daysIn(draft[name], mayStay)) as Pick<SiteSettings, KeptName>;
}

function forEach<Value>(of: (field: (typeof KEPT_FIELDS)[number]) => Value): Record<KeptName, Value> {
  return Object.fromEntries(KEPT_FIELDS.map((field) => [field.name, of(field)])) as Record<KeptName, Value>;
}

function daysIn(typed: string, mayStay: boolean): number | null {
  const text = typed.trim();
  if (text === '' && mayStay) return null;
  return /^\d{1,6}$/.test(text) ? Number(text) : -1;
}
