CREATE TABLE "article_requests" (
	"created_by" uuid NOT NULL,
	"key" text NOT NULL,
	"article_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "article_requests_created_by_key_pk" PRIMARY KEY("created_by","key"),
	CONSTRAINT "article_requests_key_length" CHECK (length("article_requests"."key") between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "article_revisions" (
	"article_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"excerpt" text NOT NULL,
	"content" text NOT NULL,
	"category_slug" text NOT NULL,
	"author_name" text NOT NULL,
	"author_image" text NOT NULL,
	"read_time" text NOT NULL,
	"featured" boolean NOT NULL,
	"image" text NOT NULL,
	"image_alt" text NOT NULL,
	"tags" text[] NOT NULL,
	"is_draft" boolean NOT NULL,
	"word_count" integer NOT NULL,
	"saved_by" uuid,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"restored_from" integer,
	CONSTRAINT "article_revisions_article_id_revision_pk" PRIMARY KEY("article_id","revision")
);
--> statement-breakpoint
DROP INDEX "articles_in_category";--> statement-breakpoint
ALTER TABLE "article_requests" ADD CONSTRAINT "article_requests_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_requests" ADD CONSTRAINT "article_requests_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_revisions" ADD CONSTRAINT "article_revisions_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_revisions" ADD CONSTRAINT "article_revisions_saved_by_user_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_requests_article_id" ON "article_requests" USING btree ("article_id");--> statement-breakpoint
CREATE INDEX "articles_by_date" ON "articles" USING btree ("category_slug","is_draft","publish_date","id");--> statement-breakpoint
CREATE INDEX "articles_by_update" ON "articles" USING btree ("category_slug","is_draft","updated_at","id");--> statement-breakpoint
CREATE INDEX "articles_by_title" ON "articles" USING btree ("category_slug","is_draft",(lower("title") collate "C"),"id");--> statement-breakpoint

-- The words of a text, lower-cased, whatever signs stand between them. Written out and not left to the parser of
-- PostgreSQL, which reads "example.com", "3.5" and "co-operate" as one word each.
create function article_words(text) returns text[] language sql immutable parallel safe as $$
  select array_remove(
    regexp_split_to_array(lower($1), '[\u0001-/:-@\[-`{-\u00BF\u2000-\u206F\u3000-\u303F]+'), ''
  )
$$;
--> statement-breakpoint

-- What the newsroom's search looks through. Section and state are words of it too, told apart by their first sign, so
-- that the index alone finds "drafts in sports that say …".
create function article_search(title text, author_name text, slug text, category_slug text, is_draft boolean)
returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(
    public.article_words(title || ' ' || author_name || ' ' || slug)
      || ('@' || category_slug) || (case when is_draft then '@draft' else '@published' end)
  )
$$;
--> statement-breakpoint

CREATE INDEX "articles_search" ON "articles" USING gin (article_search("title", "author_name", "slug", "category_slug", "is_draft")) WITH (fastupdate=false);
--> statement-breakpoint

-- Articles that are there already begin their history as they are.
insert into article_revisions (
  article_id, revision, slug, title, excerpt, content, category_slug, author_name, author_image, read_time, featured,
  image, image_alt, tags, is_draft, word_count, saved_by, saved_at
)
select
  id, revision, slug, title, excerpt, content, category_slug, author_name, author_image, read_time, featured,
  image, image_alt, tags, is_draft, word_count, updated_by, updated_at
from articles;
