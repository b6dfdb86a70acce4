CREATE TABLE "social_pictures" (
	"key" text PRIMARY KEY NOT NULL,
	"article_id" uuid NOT NULL,
	"title" text NOT NULL,
	"category_slug" text NOT NULL,
	"design" text NOT NULL,
	"state" text DEFAULT 'storing' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "social_pictures_state" CHECK ("social_pictures"."state" in ('storing', 'stored', 'removing'))
);
--> statement-breakpoint
CREATE INDEX "social_pictures_article_id" ON "social_pictures" USING btree ("article_id");--> statement-breakpoint
CREATE UNIQUE INDEX "social_pictures_stored" ON "social_pictures" USING btree ("article_id") WHERE "social_pictures"."state" = 'stored';