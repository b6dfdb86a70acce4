CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"content" jsonb,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"doubts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"posted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "mails_status" CHECK ("mails"."status" in ('queued', 'handed_over', 'accepted', 'refused', 'unknown')),
	CONSTRAINT "mails_content" CHECK (("mails"."settled_at" is null) = ("mails"."content" is not null))
);
--> statement-breakpoint
DROP INDEX "contact_messages_undelivered";--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "state" text DEFAULT 'new' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "mail_id" uuid;--> statement-breakpoint
CREATE INDEX "mails_settled" ON "mails" USING btree ("settled_at") WHERE "mails"."settled_at" is not null;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_messages_inbox" ON "contact_messages" USING btree ("state","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "contact_messages_mail" ON "contact_messages" USING btree ("mail_id");--> statement-breakpoint
ALTER TABLE "contact_messages" DROP COLUMN "delivered_at";--> statement-breakpoint
ALTER TABLE "contact_messages" DROP COLUMN "attempts";--> statement-breakpoint
ALTER TABLE "contact_messages" DROP COLUMN "last_error";--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_state" CHECK ("contact_messages"."state" in ('new', 'read', 'archived'));