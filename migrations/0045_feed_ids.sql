ALTER TABLE "articles" ADD COLUMN "feed_id" text;--> statement-breakpoint
create or replace view published_articles as
select
  id, slug, title, excerpt, content, category_slug, author_name, author_image, publish_date, read_time, featured,
  image, image_alt, tags, is_draft, is_sample, word_count, created_by, updated_by, created_at,
  greatest(coalesce(modified_at, updated_at), publish_date) as updated_at, revision, read_time_typed, lang, bylines, feed_id
from articles
where not is_draft;
