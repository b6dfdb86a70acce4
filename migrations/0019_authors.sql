CREATE TABLE "author_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"author_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "authors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"bio" text DEFAULT '' NOT NULL,
	"picture" text DEFAULT '' NOT NULL,
	"picture_alt" text DEFAULT '' NOT NULL,
	"links" text[] DEFAULT '{}' NOT NULL,
	"user_id" uuid,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "authors_slug_unique" UNIQUE("slug"),
	CONSTRAINT "authors_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "authors_slug" CHECK (length("authors"."slug") between 1 and 80 and "authors"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "authors_name_length" CHECK (length("authors"."name") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "article_bylines" (
	"article_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"author_id" uuid,
	"publish_date" timestamp (3) with time zone,
	CONSTRAINT "article_bylines_article_id_position_pk" PRIMARY KEY("article_id","position")
);
--> statement-breakpoint
ALTER TABLE "image_uses" DROP CONSTRAINT "image_uses_picture_article_id_pk";--> statement-breakpoint
ALTER TABLE "image_uses" ALTER COLUMN "article_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "article_revisions" ADD COLUMN "bylines" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "bylines" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "image_uses" ADD COLUMN "author_id" uuid;--> statement-breakpoint

-- Before the constraints and triggers below: they would check every row on its own.
update articles set bylines = jsonb_build_array(jsonb_build_object('author', null, 'name', author_name));
--> statement-breakpoint
update article_revisions set bylines = jsonb_build_array(jsonb_build_object('author', null, 'name', author_name));
--> statement-breakpoint
insert into article_bylines (article_id, position, name, publish_date)
select id, 1, author_name, case when not is_draft then publish_date end from articles;
--> statement-breakpoint

ALTER TABLE "author_slugs" ADD CONSTRAINT "author_slugs_author_id_authors_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."authors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authors" ADD CONSTRAINT "authors_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_bylines" ADD CONSTRAINT "article_bylines_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Deferred, because a restore inserts articles, and with them these rows, before or after the authors.
ALTER TABLE "article_bylines" ADD CONSTRAINT "article_bylines_author_id_authors_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."authors"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "image_uses" ADD CONSTRAINT "image_uses_author_id_authors_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."authors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "author_slugs_author_id" ON "author_slugs" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "authors_by_name" ON "authors" USING btree ((lower("name") collate "C"),"id");--> statement-breakpoint
CREATE INDEX "article_bylines_by_author" ON "article_bylines" USING btree ("author_id","publish_date","article_id");--> statement-breakpoint
CREATE INDEX "image_uses_author_id" ON "image_uses" USING btree ("author_id");--> statement-breakpoint
ALTER TABLE "image_uses" ADD CONSTRAINT "image_uses_use" UNIQUE NULLS NOT DISTINCT("picture","article_id","author_id");--> statement-breakpoint

-- Rows of samples and of older backups have an author name only.
create function add_default_byline() returns trigger language plpgsql as $$
begin
  if new.bylines = '[]' then
    new.bylines = jsonb_build_array(jsonb_build_object('author', null, 'name', new.author_name));
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger articles_default_byline before insert on articles
for each row execute function add_default_byline();
--> statement-breakpoint
create trigger article_revisions_default_byline before insert on article_revisions
for each row execute function add_default_byline();
--> statement-breakpoint

create function update_article_bylines() returns trigger language plpgsql as $$
begin
  delete from article_bylines where article_id = new.id;
  insert into article_bylines (article_id, position, name, author_id, publish_date)
  select new.id, position, entry ->> 'name', (entry ->> 'author')::uuid,
    case when not new.is_draft then new.publish_date end
  from jsonb_array_elements(new.bylines) with ordinality as bylines(entry, position);
  return null;
end
$$;
--> statement-breakpoint
create trigger articles_bylines_on_insert after insert on articles
for each row execute function update_article_bylines();
--> statement-breakpoint
create trigger articles_bylines_on_update after update on articles
for each row when (
  (old.bylines, old.is_draft, old.publish_date) is distinct from (new.bylines, new.is_draft, new.publish_date)
)
execute function update_article_bylines();
--> statement-breakpoint

-- Authors have no revisions, so only the present picture is in use.
create function update_author_image_use() returns trigger language plpgsql as $$
begin
  delete from image_uses where author_id = new.id;
  insert into image_uses (picture, author_id)
  select picture, new.id from pictures_of(new.picture, '', '') as picture;
  return null;
end
$$;
--> statement-breakpoint
create trigger authors_image_use after insert or update of picture on authors
for each row execute function update_author_image_use();
--> statement-breakpoint

-- A view keeps the columns that its table had when it was created.
create or replace view published_articles as
select
  id, slug, title, excerpt, content, category_slug, author_name, author_image, publish_date, read_time, featured,
  image, image_alt, tags, is_draft, is_sample, word_count, created_by, updated_by, created_at, updated_at, revision,
  read_time_typed, lang, bylines
from articles
where not is_draft and publish_date <= now();
