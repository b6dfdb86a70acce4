ALTER TABLE "articles" ADD COLUMN "paused_schedule" jsonb;--> statement-breakpoint
CREATE INDEX "user_unconfirmed" ON "user" USING btree ("created_at") WHERE not "user"."email_verified";--> statement-breakpoint
CREATE INDEX "articles_with_paused_schedule" ON "articles" USING btree ("id") WHERE "articles"."paused_schedule" is not null;--> statement-breakpoint
CREATE INDEX "images_created_by" ON "images" USING btree ("created_by");--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_paused_schedule" CHECK ("articles"."paused_schedule" is null or "articles"."scheduled_action" is null);