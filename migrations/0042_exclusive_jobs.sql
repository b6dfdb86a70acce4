ALTER TABLE "jobs" ADD COLUMN "exclusive_kind" text;--> statement-breakpoint
CREATE INDEX "jobs_open_kind" ON "jobs" USING btree ("kind") WHERE "jobs"."done_at" is null and "jobs"."failed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_exclusive" ON "jobs" USING btree ("exclusive_kind") WHERE "jobs"."done_at" is null and "jobs"."failed_at" is null;