import { AUDIT_ACTIONS, type AuditAction } from '#domain/accounts/audit/audit-event.ts';

const ACTION_LABELS: Readonly<Record<AuditAction, string>> = {
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  name_changed: 'Changed the own name',
  email_changed: 'Changed the own email address',
  password_changed: 'Changed the own password',
  password_reset: 'Set a new password by link',
  sessions_ended: 'Ended own sessions',
  second_factor_enabled: 'Set up the second factor',
  second_factor_disabled: 'Removed the own second factor',
  second_factor_reset: 'Reset a second factor',
  recovery_code_used: 'Used a recovery code',
  recovery_codes_renewed: 'Renewed the recovery codes',
  passkey_added: 'Added a passkey',
  passkey_renamed: 'Renamed a passkey',
  passkey_removed: 'Removed a passkey',
  person_invited: 'Invited a person',
  invitation_withdrawn: 'Withdrew an invitation',
  invitation_accepted: 'Accepted an invitation',
  role_changed: 'Changed a role',
  person_suspended: 'Suspended a person',
  person_reactivated: 'Reactivated a person',
  person_removed: 'Removed a person',
  article_published: 'Published an article',
  article_unpublished: 'Took an article offline',
  article_changes_published: 'Published pending changes of an article',
  article_changes_discarded: 'Discarded pending changes of an article',
  article_scheduled: 'Scheduled an article',
  article_schedule_cancelled: 'Cancelled the schedule of an article',
  article_schedule_failed: 'Could not publish a scheduled article',
  article_date_corrected: 'Corrected the publication date of an article',
  article_deleted: 'Deleted an article',
  article_restored: 'Restored an article from the trash',
  article_purged: 'Deleted an article permanently',
  article_submitted: 'Submitted an article for review',
  article_withdrawn: 'Withdrew an article from review',
  article_returned: 'Returned an article',
  comment_approved: 'Approved a comment',
  comment_deleted: 'Deleted a comment',
  comment_decision_undone: 'Undid a decision about a comment',
  commenting_changed: 'Opened or closed comments',
  section_added: 'Added a section',
  section_changed: 'Changed a section',
  section_removed: 'Removed a section',
  sections_reordered: 'Changed the order of the sections',
  author_created: 'Created an author',
  author_changed: 'Changed an author',
  author_deleted: 'Deleted an author',
  bylines_linked: 'Linked names to an author',
  page_created: 'Created a page',
  page_changed: 'Changed a page',
  page_published: 'Published a page',
  page_unpublished: 'Unpublished a page',
  page_deleted: 'Deleted a page',
  redirect_created: 'Created a redirect',
  redirect_changed: 'Changed a redirect',
  redirect_deleted: 'Deleted a redirect',
  redirects_imported: 'Imported redirects',
  redirects_exported: 'Exported redirects',
  settings_changed: 'Changed settings',
  newsletter_approved: 'Approved an issue',
  newsletter_approval_undone: 'Undid an approval',
  newsletter_stopped: 'Stopped an issue',
  newsletter_resent: 'Sent deliveries again',
  subscribers_imported: 'Imported subscribers',
  subscribers_exported: 'Exported subscribers',
  subscriber_deleted: 'Deleted a subscriber',
  subscriber_blocked: 'Blocked a subscriber',
  subscriber_unblocked: 'Unblocked a subscriber',
  message_deleted: 'Deleted a message',
  audit_exported: 'Exported the audit log',
};

export const ACTION_OPTIONS = [
  { value: '', label: 'All' },
  ...AUDIT_ACTIONS.map((value) => ({ value, label: ACTION_LABELS[value] })),
];

export function findAction(value: string): AuditAction | undefined {
  return AUDIT_ACTIONS.find((action) => action === value);
}

/** The stored name for an action of a later release. */
export function actionLabel(action: string): string {
  const known = findAction(action);
  return known === undefined ? action : ACTION_LABELS[known];
}
