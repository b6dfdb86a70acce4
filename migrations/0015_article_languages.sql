ALTER TABLE "article_revisions" ADD COLUMN "lang" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "lang" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_lang_length" CHECK (length("articles"."lang") <= 35);--> statement-breakpoint

-- A view keeps the columns its table had when it was created. Both have them in the same order.
create or replace view published_articles as
select * from articles where not is_draft and publish_date <= now();
