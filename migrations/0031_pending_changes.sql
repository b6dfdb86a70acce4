ALTER TABLE "articles" DROP CONSTRAINT "articles_schedule";--> statement-breakpoint
ALTER TABLE "article_revisions" ADD COLUMN "is_pending" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "live_revision" integer;--> statement-breakpoint
CREATE INDEX "articles_with_pending_changes" ON "articles" USING btree ("category_slug","id") WHERE "articles"."live_revision" is not null;--> statement-breakpoint
ALTER TABLE "article_revisions" ADD CONSTRAINT "article_revisions_pending" CHECK ("article_revisions"."is_draft" or not "article_revisions"."is_pending");--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_pending" CHECK ("articles"."live_revision" is null or ("articles"."live_revision" < "articles"."revision" and (not "articles"."is_draft" or "articles"."trashed_published")));--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_schedule" CHECK (num_nonnulls("articles"."scheduled_action", "articles"."scheduled_at", "articles"."scheduled_job") in (0, 3)
      and case
        when "articles"."scheduled_action" is null then "articles"."scheduled_by" is null
        when "articles"."trashed_at" is not null then true
        when "articles"."is_draft" then "articles"."scheduled_action" = 'publish'
        when "articles"."scheduled_action" = 'publish_changes' then "articles"."live_revision" is not null
        else "articles"."scheduled_action" = 'unpublish'
      end);--> statement-breakpoint

-- Articles note the pictures they show in every state they had. Changes that are saved for later are in a revision only.
create function note_pending_image_uses() returns trigger language plpgsql as $$
begin
  insert into image_uses (picture, article_id)
  select picture, new.article_id from pictures_of(new.image, new.author_image, new.content) as picture
  order by picture
  on conflict do nothing;
  return null;
end
$$;
--> statement-breakpoint
create trigger article_revisions_note_image_uses after insert on article_revisions
for each row when (new.is_pending) execute function note_pending_image_uses();
