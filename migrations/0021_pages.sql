CREATE TABLE "page_revisions" (
	"page_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"excerpt" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"lang" text DEFAULT '' NOT NULL,
	"in_footer" boolean DEFAULT true NOT NULL,
	"is_draft" boolean DEFAULT true NOT NULL,
	"saved_by" uuid,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"restored_from" integer,
	CONSTRAINT "page_revisions_page_id_revision_pk" PRIMARY KEY("page_id","revision")
);
--> statement-breakpoint
CREATE TABLE "page_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"page_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"excerpt" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"lang" text DEFAULT '' NOT NULL,
	"in_footer" boolean DEFAULT true NOT NULL,
	"is_draft" boolean DEFAULT true NOT NULL,
	"kind" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"updated_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pages_slug_unique" UNIQUE("slug"),
	CONSTRAINT "pages_kind_unique" UNIQUE("kind"),
	CONSTRAINT "pages_slug" CHECK (length("pages"."slug") between 1 and 80 and "pages"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "pages_title_length" CHECK (length("pages"."title") between 1 and 300),
	CONSTRAINT "pages_excerpt_length" CHECK (length("pages"."excerpt") <= 1000)
);
--> statement-breakpoint
ALTER TABLE "image_uses" DROP CONSTRAINT "image_uses_use";--> statement-breakpoint
ALTER TABLE "image_uses" ADD COLUMN "page_id" uuid;--> statement-breakpoint
ALTER TABLE "page_revisions" ADD CONSTRAINT "page_revisions_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_revisions" ADD CONSTRAINT "page_revisions_saved_by_user_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_slugs" ADD CONSTRAINT "page_slugs_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pages" ADD CONSTRAINT "pages_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pages" ADD CONSTRAINT "pages_updated_by_user_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "page_slugs_page_id" ON "page_slugs" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "image_uses_page_id" ON "image_uses" USING btree ("page_id");--> statement-breakpoint
ALTER TABLE "image_uses" ADD CONSTRAINT "image_uses_use" UNIQUE NULLS NOT DISTINCT("picture","article_id","author_id","page_id");--> statement-breakpoint
ALTER TABLE "image_uses" ADD CONSTRAINT "image_uses_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint

-- Uses are added and not removed while the page exists, because its revisions show their pictures too.
create function add_page_image_uses() returns trigger language plpgsql as $$
begin
  insert into image_uses (picture, page_id)
  select picture, new.id from pictures_of('', '', new.content) as picture
  order by picture
  on conflict do nothing;
  return null;
end
$$;
--> statement-breakpoint
create trigger pages_image_uses after insert or update of content on pages
for each row execute function add_page_image_uses();
