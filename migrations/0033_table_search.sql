-- The slugs of tags, for an index. With the schema: while an index is built, the search path is empty.
create function tag_slugs(tags text[]) returns text[] language sql immutable strict parallel safe as $$
  select array(select public.tag_slug(tag) from unnest(tags) as tag)
$$;
--> statement-breakpoint
CREATE TABLE "draft_search" (
	"article_id" uuid PRIMARY KEY NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "draft_search" ADD CONSTRAINT "draft_search_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "draft_search_words" ON "draft_search" USING gin ("words") WITH (fastupdate=off);--> statement-breakpoint
CREATE INDEX "article_bylines_by_name" ON "article_bylines" USING btree ("name","article_id");--> statement-breakpoint
CREATE INDEX "articles_draft_tags" ON "articles" USING gin (tag_slugs("tags")) WITH (fastupdate=off) WHERE "articles"."is_draft";--> statement-breakpoint

-- As before for published articles. A draft stays in the queue until its words are in draft_search; an article with a
-- publication date in the future until it is public.
create or replace function update_search_queue() returns trigger language plpgsql as $$
declare
  is_same boolean := false;
begin
  if tg_op = 'UPDATE' then
    is_same = (old.title, old.excerpt, old.tags, old.bylines, old.content)
      is not distinct from (new.title, new.excerpt, new.tags, new.bylines, new.content);
  end if;
  if new.is_draft then
    delete from article_search where article_id = new.id;
    if is_same and old.is_draft then return null; end if;
  elsif exists (select from published_articles where id = new.id) then
    delete from draft_search where article_id = new.id;
    if is_same then
      update article_search set section = new.category_slug, publish_date = new.publish_date where article_id = new.id;
      if found then return null; end if;
    end if;
  else
    delete from article_search where article_id = new.id;
    delete from draft_search where article_id = new.id;
  end if;
  insert into search_queue (article_id) values (new.id) on conflict do nothing;
  return null;
end
$$;
--> statement-breakpoint
drop trigger articles_search_on_insert on articles;
--> statement-breakpoint
drop trigger articles_search_on_update on articles;
--> statement-breakpoint
create trigger articles_search_on_insert after insert on articles
for each row execute function update_search_queue();
--> statement-breakpoint
create trigger articles_search_on_update after update on articles
for each row execute function update_search_queue();
--> statement-breakpoint

-- Existing drafts are indexed by a job after the start.
insert into search_queue (article_id) select id from articles where is_draft on conflict do nothing;
