ALTER TABLE "articles" ADD COLUMN "scheduled_action" text;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "scheduled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "scheduled_by" uuid;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "scheduled_job" uuid;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_scheduled_by_user_id_fk" FOREIGN KEY ("scheduled_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "articles_scheduled" ON "articles" USING btree ("scheduled_at","id") WHERE "articles"."scheduled_at" is not null;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_schedule" CHECK (num_nonnulls("articles"."scheduled_action", "articles"."scheduled_at", "articles"."scheduled_job") in (0, 3)
      and case when "articles"."scheduled_action" is null then "articles"."scheduled_by" is null
        else "articles"."trashed_at" is not null or "articles"."scheduled_action" = case when "articles"."is_draft" then 'publish' else 'unpublish' end
      end);