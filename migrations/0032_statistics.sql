CREATE TABLE "article_views" (
	"day" date NOT NULL,
	"article_id" uuid NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "article_views_day_article_id_pk" PRIMARY KEY("day","article_id")
);
--> statement-breakpoint
CREATE TABLE "page_views" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "page_views_day_kind_pk" PRIMARY KEY("day","kind"),
	CONSTRAINT "page_views_kind" CHECK ("page_views"."kind" in ('article', 'home', 'listing', 'other'))
);
--> statement-breakpoint
CREATE TABLE "referrer_views" (
	"day" date NOT NULL,
	"host" text NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "referrer_views_day_host_pk" PRIMARY KEY("day","host"),
	CONSTRAINT "referrer_views_host_length" CHECK (length("referrer_views"."host") <= 100)
);
--> statement-breakpoint
ALTER TABLE "article_views" ADD CONSTRAINT "article_views_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_views_article" ON "article_views" USING btree ("article_id");