CREATE TABLE "deleted_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"deleted_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organization_bylines" (
	"name" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "article_revisions" ALTER COLUMN "image_alt" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" ALTER COLUMN "image_alt" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "article_revisions" ADD COLUMN "read_time_typed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "read_time_typed" boolean DEFAULT false NOT NULL;--> statement-breakpoint

-- A view keeps the columns that its table had when it was created.
create or replace view published_articles as
select
  id, slug, title, excerpt, content, category_slug, author_name, author_image, publish_date, read_time, featured,
  image, image_alt, tags, is_draft, is_sample, word_count, created_by, updated_by, created_at, updated_at, revision,
  read_time_typed
from articles
where not is_draft and publish_date <= now();
