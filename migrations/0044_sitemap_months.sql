CREATE TABLE "sitemap_months" (
	"month" text PRIMARY KEY NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "modified_at" timestamp (3) with time zone;--> statement-breakpoint
-- Readers see when they got the last change, which is not the last save of the newsroom, and not before the publication.
create or replace view published_articles as
select
  id, slug, title, excerpt, content, category_slug, author_name, author_image, publish_date, read_time, featured,
  image, image_alt, tags, is_draft, is_sample, word_count, created_by, updated_by, created_at,
  greatest(coalesce(modified_at, updated_at), publish_date) as updated_at, revision, read_time_typed, lang, bylines
from articles
where not is_draft;
