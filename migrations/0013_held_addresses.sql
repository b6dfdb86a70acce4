CREATE TABLE "newsletter_suppressions" (
	"hash" text PRIMARY KEY NOT NULL,
	"blocked" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "contact_messages_address" ON "contact_messages" USING btree (lower("email"),"id");--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("posted_at") WHERE "mails"."settled_at" is null;