CREATE TABLE "newsletter_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"issue_id" uuid NOT NULL,
	"subscriber_id" uuid,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"reason" text,
	CONSTRAINT "newsletter_deliveries_recipient" UNIQUE("issue_id","subscriber_id"),
	CONSTRAINT "newsletter_deliveries_status" CHECK ("newsletter_deliveries"."status" in ('queued', 'handed_over', 'accepted', 'refused', 'unknown', 'skipped'))
);
--> statement-breakpoint
CREATE TABLE "newsletter_issue_articles" (
	"issue_id" uuid NOT NULL,
	"article_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "newsletter_issue_articles_issue_id_article_id_pk" PRIMARY KEY("issue_id","article_id")
);
--> statement-breakpoint
CREATE TABLE "newsletter_issues" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer,
	"status" text DEFAULT 'draft' NOT NULL,
	"subject" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"approved_by" uuid,
	"send_at" timestamp (3) with time zone,
	"html" text,
	"text" text,
	"started_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"sender" uuid,
	"sender_until" timestamp (3) with time zone,
	"pauses" integer DEFAULT 0 NOT NULL,
	"paused_until" timestamp (3) with time zone,
	"problem" text,
	"stopped" boolean DEFAULT false NOT NULL,
	CONSTRAINT "newsletter_issues_number_unique" UNIQUE("number"),
	CONSTRAINT "newsletter_issues_status" CHECK ("newsletter_issues"."status" in ('draft', 'approved', 'sending', 'sent')),
	CONSTRAINT "newsletter_issues_subject" CHECK (length("newsletter_issues"."subject") between 1 and 200),
	CONSTRAINT "newsletter_issues_note" CHECK (length("newsletter_issues"."note") <= 3000),
	CONSTRAINT "newsletter_issues_send_at" CHECK (("newsletter_issues"."status" = 'draft') = ("newsletter_issues"."send_at" is null)),
	CONSTRAINT "newsletter_issues_number" CHECK (("newsletter_issues"."status" in ('sending', 'sent')) = ("newsletter_issues"."number" is not null))
);
--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" DROP CONSTRAINT "newsletter_status";--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "source" text DEFAULT 'form' NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "asked_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "confirmation_mailed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "confirmation_withheld_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD COLUMN "refusals" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_deliveries" ADD CONSTRAINT "newsletter_deliveries_issue_id_newsletter_issues_id_fk" FOREIGN KEY ("issue_id") REFERENCES "public"."newsletter_issues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_deliveries" ADD CONSTRAINT "newsletter_deliveries_subscriber_id_newsletter_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."newsletter_subscribers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_issue_articles" ADD CONSTRAINT "newsletter_issue_articles_issue_id_newsletter_issues_id_fk" FOREIGN KEY ("issue_id") REFERENCES "public"."newsletter_issues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_issue_articles" ADD CONSTRAINT "newsletter_issue_articles_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_issues" ADD CONSTRAINT "newsletter_issues_updated_by_user_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_issues" ADD CONSTRAINT "newsletter_issues_approved_by_user_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "newsletter_deliveries_status" ON "newsletter_deliveries" USING btree ("issue_id","status","due_at");--> statement-breakpoint
CREATE INDEX "newsletter_deliveries_subscriber" ON "newsletter_deliveries" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "newsletter_issue_articles_article" ON "newsletter_issue_articles" USING btree ("article_id");--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_issues_open" ON "newsletter_issues" USING btree ((true)) WHERE "newsletter_issues"."status" in ('draft', 'approved');--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_status" ON "newsletter_subscribers" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_mailed" ON "newsletter_subscribers" USING btree ("confirmation_mailed_at");--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_withheld" ON "newsletter_subscribers" USING btree ("confirmation_withheld_at") WHERE "newsletter_subscribers"."confirmation_withheld_at" is not null;--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD CONSTRAINT "newsletter_source" CHECK ("newsletter_subscribers"."source" in ('form', 'import'));--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD CONSTRAINT "newsletter_consent_length" CHECK (length("newsletter_subscribers"."consent") <= 1000);--> statement-breakpoint
ALTER TABLE "newsletter_subscribers" ADD CONSTRAINT "newsletter_status" CHECK ("newsletter_subscribers"."status" in ('pending', 'confirmed', 'unsubscribed', 'suspended', 'blocked'));