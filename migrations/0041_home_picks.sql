CREATE TABLE "home_picks" (
	"article_id" uuid PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"expiry_job" uuid,
	CONSTRAINT "home_picks_expiry" CHECK (num_nonnulls("home_picks"."expires_at", "home_picks"."expiry_job") in (0, 2))
);
--> statement-breakpoint
ALTER TABLE "home_picks" ADD CONSTRAINT "home_picks_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;