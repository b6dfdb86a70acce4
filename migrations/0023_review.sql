CREATE TABLE "article_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"article_id" uuid NOT NULL,
	"text" text NOT NULL,
	"is_return" boolean DEFAULT false NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "article_notes_text_length" CHECK (length("article_notes"."text") between 1 and 2000)
);
--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "submitted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "returned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "article_notes" ADD CONSTRAINT "article_notes_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_notes" ADD CONSTRAINT "article_notes_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_notes_of_article" ON "article_notes" USING btree ("article_id","id");--> statement-breakpoint
CREATE INDEX "articles_in_review" ON "articles" USING btree ("submitted_at","id") WHERE "articles"."submitted_at" is not null;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_review" CHECK (num_nonnulls("articles"."submitted_at", "articles"."returned_at") <= case when "articles"."is_draft" then 1 else 0 end);