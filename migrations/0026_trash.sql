ALTER TABLE "articles" ADD COLUMN "trashed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "trashed_by" uuid;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "trashed_published" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_trashed_by_user_id_fk" FOREIGN KEY ("trashed_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "articles_in_trash" ON "articles" USING btree ("trashed_at","id") WHERE "articles"."trashed_at" is not null;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_trash" CHECK (case when "articles"."trashed_at" is null then "articles"."trashed_by" is null and not "articles"."trashed_published" else "articles"."is_draft" end);