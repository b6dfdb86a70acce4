-- Retention settings are called so, and comments that wait for moderation are pending.
update settings set name = case name
  when 'comment_deleted_kept_days' then 'comment_deleted_retention_days'
  when 'comment_first_held' then 'comment_first_pending'
  when 'comment_held_words' then 'comment_pending_words'
  when 'contact_kept_days' then 'contact_retention_days'
  when 'jobs_failed_kept_days' then 'jobs_failed_retention_days'
  when 'mail_kept_days' then 'mail_retention_days'
  when 'newsletter_copies_kept_days' then 'newsletter_deliveries_retention_days'
  when 'newsletter_unconfirmed_kept_days' then 'newsletter_unconfirmed_retention_days'
  when 'newsletter_unsubscribed_kept_days' then 'newsletter_unsubscribed_retention_days'
end
where name in (
  'comment_deleted_kept_days', 'comment_first_held', 'comment_held_words', 'contact_kept_days', 'jobs_failed_kept_days',
  'mail_kept_days', 'newsletter_copies_kept_days', 'newsletter_unconfirmed_kept_days', 'newsletter_unsubscribed_kept_days'
);
