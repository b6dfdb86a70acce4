/** Everything that is recorded. Stored with the events: add names, and never change one. */
export const AUDIT_ACTIONS = [
  'signed_in',
  'sign_in_failed',
  'name_changed',
  'email_changed',
  'password_changed',
  'password_reset',
  'sessions_ended',
  'second_factor_enabled',
  'second_factor_disabled',
  'second_factor_reset',
  'recovery_code_used',
  'recovery_codes_renewed',
  'passkey_added',
  'passkey_renamed',
  'passkey_removed',
  'api_token_created',
  'api_token_revoked',
  'person_invited',
  'invitation_withdrawn',
  'invitation_accepted',
  'role_changed',
  'person_suspended',
  'person_reactivated',
  'person_removed',
  'article_published',
  'article_unpublished',
  'article_changes_published',
  'article_changes_discarded',
  'article_scheduled',
  'article_schedule_cancelled',
  'article_schedule_failed',
  'article_schedule_paused',
  'article_date_corrected',
  'article_deleted',
  'article_restored',
  'article_purged',
  'article_submitted',
  'article_withdrawn',
  'article_returned',
  'article_preview_shared',
  'article_preview_revoked',
  'comment_approved',
  'comment_deleted',
  'comment_decision_undone',
  'commenting_changed',
  'section_added',
  'section_changed',
  'section_removed',
  'sections_reordered',
  'author_created',
  'author_changed',
  'author_deleted',
  'bylines_linked',
  'page_created',
  'page_changed',
  'page_published',
  'page_unpublished',
  'page_deleted',
  'redirect_created',
  'redirect_changed',
  'redirect_deleted',
  'redirects_imported',
  'redirects_exported',
  'home_picks_changed',
  'settings_changed',
  'newsletter_approved',
  'newsletter_approval_undone',
  'newsletter_stopped',
  'newsletter_resent',
  'subscribers_imported',
  'subscribers_exported',
  'subscriber_deleted',
  'subscriber_blocked',
  'subscriber_unblocked',
  'message_deleted',
  'webhook_created',
  'webhook_changed',
  'webhook_enabled',
  'webhook_disabled',
  'webhook_deleted',
  'webhook_secret_replaced',
  'webhook_event_resent',
  'audit_exported',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Who did what to which object, and when. Contains no secrets and no address of a reader. */
export interface AuditEvent {
  readonly id: string;
  readonly at: Date;
  /** Null: the command line. */
  readonly actorId: string | null;
  /** The name at that time; empty for the command line. */
  readonly actorName: string;
  /** The name of the API token with which it was done; null without one. */
  readonly tokenName: string | null;
  readonly action: string;
  readonly objectId: string | null;
  /** The name of the object at that time, for example the title of an article; empty if it has none. */
  readonly objectName: string;
  readonly detail: string;
}
