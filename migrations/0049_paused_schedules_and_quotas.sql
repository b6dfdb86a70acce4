ALTER TABLE "articles" ADD COLUMN "paused_schedule" jsonb;--> statement-breakpoint
CREATE INDEX "user_unconfirmed" ON "user" USING btree ("created_at") WHERE not "user"."email_verified";--> statement-breakpoint
CREATE INDEX "articles_with_paused_schedule" ON "articles" USING btree ("id") WHERE "articles"."paused_schedule" is not null;--> statement-breakpoint
CREATE INDEX "images_created_by" ON "images" USING btree ("created_by");--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_paused_schedule" CHECK ("articles"."paused_schedule" is null or "articles"."scheduled_action" is null);--> statement-breakpoint
-- Escapes of reserved characters in stored redirects were encoded twice: %40 as %2540. An escaped percent sign is accepted nowhere.
UPDATE "redirects" SET "source" = replace("source", '%25', '%') WHERE strpos("source", '%25') > 0;--> statement-breakpoint
UPDATE "redirects"
SET "target" = replace(substring("target" from '^[^?#]*'), '%25', '%') || coalesce(substring("target" from '[?#].*$'), '')
WHERE "target" LIKE '/%' AND strpos("target", '%25') > 0;--> statement-breakpoint
-- The same for the report of unknown addresses, whose counts begin again.
DELETE FROM "unknown_addresses" WHERE strpos("path", '%25') > 0;--> statement-breakpoint
INSERT INTO "ignored_addresses" ("path", "created_at")
SELECT replace("path", '%25', '%'), "created_at" FROM "ignored_addresses" WHERE strpos("path", '%25') > 0
ON CONFLICT DO NOTHING;--> statement-breakpoint
DELETE FROM "ignored_addresses" WHERE strpos("path", '%25') > 0;
