CREATE TABLE "about_revisions" (
	"revision" integer PRIMARY KEY NOT NULL,
	"blocks" jsonb NOT NULL,
	"is_draft" boolean NOT NULL,
	"saved_by" uuid,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"restored_from" integer
);
--> statement-breakpoint
ALTER TABLE "about_revisions" ADD CONSTRAINT "about_revisions_saved_by_user_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;