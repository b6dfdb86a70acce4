import type { Role } from '#domain/accounts/permissions.ts';
import { shortDate, shortDateTime } from '../components/dates.ts';
import type { Person } from './people-queries.ts';

export const ROLE_LABELS: Readonly<Record<Role, { readonly label: string; readonly hint: string }>> = {
  contributor: { label: 'Contributor', hint: 'Writes drafts of their own.' },
  author: { label: 'Author', hint: 'Writes and publishes articles of their own.' },
  editor: {
    label: 'Editor',
    hint: 'Edits and publishes all articles, moderates comments, edits sections and the newsletter.',
  },
  admin: { label: 'Admin', hint: 'Also reads messages, changes the settings and manages people.' },
};

export const STATE_LABELS: Readonly<Record<Person['state'], string>> = {
  active: 'Active',
  invited: 'Invited',
  suspended: 'Suspended',
};

/** The last sign-in, or how long the invitation is valid. */
export function activityText({ state, signed_in_at, invitation_expires_at }: Person): string {
  if (state === 'invited' && invitation_expires_at !== null)
    return new Date(invitation_expires_at) > new Date()
      ? `Invitation valid until ${shortDateTime(invitation_expires_at)}`
      : 'Invitation expired';
  return signed_in_at === null ? 'Not signed in yet' : `Last sign-in ${shortDate(signed_in_at)}`;
}
