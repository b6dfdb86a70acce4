ALTER TABLE "article_revisions" ADD COLUMN "lang" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "lang" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_lang_length" CHECK (length("articles"."lang") <= 35);--> statement-breakpoint

-- A view keeps the columns that its table had when it was created.
create or replace view published_articles as
select
  id, slug, title, excerpt, content, category_slug, author_name, author_image, publish_date, read_time, featured,
  image, image_alt, tags, is_draft, is_sample, word_count, created_by, updated_by, created_at, updated_at, revision,
  read_time_typed, lang
from articles
where not is_draft and publish_date <= now();
