CREATE TABLE "closed_commenting" (
	"article_id" uuid PRIMARY KEY NOT NULL,
	"closed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"closed_by" uuid
);
--> statement-breakpoint
CREATE TABLE "comment_counts" (
	"article_id" uuid PRIMARY KEY NOT NULL,
	"published" integer DEFAULT 0 NOT NULL,
	"held" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "reasons" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "text_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "status_before" text;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "decided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "decided_by" uuid;--> statement-breakpoint
ALTER TABLE "closed_commenting" ADD CONSTRAINT "closed_commenting_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closed_commenting" ADD CONSTRAINT "closed_commenting_closed_by_user_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_counts" ADD CONSTRAINT "comment_counts_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_decided_by_user_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_published_of_article" ON "comments" USING btree ("article_id","created_at","id") WHERE "comments"."status" = 'published';--> statement-breakpoint
CREATE INDEX "comments_in_state" ON "comments" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "comments_deleted" ON "comments" USING btree ("decided_at") WHERE "comments"."status" = 'deleted';--> statement-breakpoint
CREATE INDEX "comments_of_address" ON "comments" USING btree ("user_email","created_at");--> statement-breakpoint
CREATE INDEX "comments_of_text" ON "comments" USING btree ("text_key","created_at") WHERE "comments"."text_key" <> '';--> statement-breakpoint

-- Comments per article, so that a page costs one row. Once per statement and in the order of the article, so that two
-- transactions that touch several articles wait for each other instead of deadlocking; a decision that changes neither
-- number writes nothing.
create function count_comments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into comment_counts as counts (article_id, published, held)
    select article_id, count(*) filter (where status = 'published'), count(*) filter (where status = 'held')
    from added group by article_id order by article_id
    on conflict (article_id) do update
      set published = counts.published + excluded.published, held = counts.held + excluded.held;
  elsif tg_op = 'DELETE' then
    update comment_counts as counts
    set published = counts.published - change.published, held = counts.held - change.held
    from (
      select article_id, count(*) filter (where status = 'published') as published,
        count(*) filter (where status = 'held') as held
      from removed group by article_id order by article_id
    ) as change
    where counts.article_id = change.article_id;
  else
    insert into comment_counts as counts (article_id, published, held)
    select article_id, sum(published), sum(held)
    from (
      select article_id, (status = 'published')::int as published, (status = 'held')::int as held from added
      union all
      select article_id, -(status = 'published')::int, -(status = 'held')::int from removed
    ) as change
    group by article_id having sum(published) <> 0 or sum(held) <> 0
    order by article_id
    on conflict (article_id) do update
      set published = counts.published + excluded.published, held = counts.held + excluded.held;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create function forget_comment_counts() returns trigger language plpgsql as $$
begin
  update comment_counts set published = 0, held = 0;
  return null;
end
$$;
--> statement-breakpoint
create trigger comments_counted_on_insert after insert on comments
referencing new table as added for each statement execute function count_comments();
--> statement-breakpoint
create trigger comments_counted_on_update after update on comments
referencing old table as removed new table as added for each statement execute function count_comments();
--> statement-breakpoint
create trigger comments_counted_on_delete after delete on comments
referencing old table as removed for each statement execute function count_comments();
--> statement-breakpoint
create trigger comments_counted_on_truncate after truncate on comments
for each statement execute function forget_comment_counts();
--> statement-breakpoint
insert into comment_counts (article_id, published, held)
select article_id, count(*) filter (where status = 'published'), count(*) filter (where status = 'held')
from comments group by article_id;
