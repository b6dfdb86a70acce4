CREATE TABLE "audit_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"object_id" text,
	"object_name" text NOT NULL,
	"detail" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"invited_by" uuid,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "signed_in_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_user_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_events_by_actor" ON "audit_events" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_by_action" ON "audit_events" USING btree ("action","id");--> statement-breakpoint

-- An account has at most one role. No release has written a second one; of rows written by hand the admin role stays.
delete from user_roles as extra using user_roles as other
where other.user_id = extra.user_id and extra.role <> 'admin' and (other.role = 'admin' or other.role > extra.role);
--> statement-breakpoint
CREATE UNIQUE INDEX "user_roles_user_id" ON "user_roles" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "articles_by_creator" ON "articles" USING btree ("created_by");--> statement-breakpoint

-- Events can be added, and deleted when their retention period ends, but never changed.
create function reject_audit_event_update() returns trigger language plpgsql as $$
begin
  raise exception 'audit events cannot be changed';
end $$;
--> statement-breakpoint
create trigger audit_events_append_only before update on audit_events
for each row execute function reject_audit_event_update();
