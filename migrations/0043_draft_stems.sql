-- A job indexes the rows of former releases again after the start: no dictionary has the name ''.
ALTER TABLE "draft_search" ADD COLUMN "dictionary" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "draft_search" ALTER COLUMN "dictionary" DROP DEFAULT;--> statement-breakpoint
CREATE INDEX "draft_search_by_dictionary" ON "draft_search" USING btree ("dictionary");--> statement-breakpoint
-- Short rows, as in article_search: a search reads the ids of many drafts, and the vectors of few.
alter table draft_search set (toast_tuple_target = 256);--> statement-breakpoint

-- The table of the newsroom. Without sequential scans: the planner does not know that reading a vector is expensive.
create function search_published_texts(query tsquery, sections text[], maximum integer) returns setof uuid
language sql stable set enable_seqscan = off as $$
  select article_id from article_search where words @@ query and section = any(sections) limit maximum
$$;
--> statement-breakpoint
create function search_draft_texts(query tsquery, maximum integer) returns setof uuid
language sql stable set enable_seqscan = off as $$
  select article_id from draft_search where words @@ query limit maximum
$$;
