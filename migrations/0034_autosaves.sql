CREATE TABLE "article_autosaves" (
	"article_id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"excerpt" text NOT NULL,
	"content" text NOT NULL,
	"category_slug" text NOT NULL,
	"author_name" text NOT NULL,
	"bylines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"author_image" text NOT NULL,
	"read_time" text NOT NULL,
	"featured" boolean NOT NULL,
	"image" text NOT NULL,
	"image_alt" text,
	"tags" text[] NOT NULL,
	"is_draft" boolean NOT NULL,
	"read_time_typed" boolean DEFAULT false NOT NULL,
	"lang" text DEFAULT '' NOT NULL,
	"word_count" integer NOT NULL,
	"based_on" integer NOT NULL,
	"version" integer NOT NULL,
	"editor_id" uuid NOT NULL,
	"saved_by" uuid,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "article_autosaves_title_length" CHECK (length("article_autosaves"."title") <= 300),
	CONSTRAINT "article_autosaves_excerpt_length" CHECK (length("article_autosaves"."excerpt") <= 1000),
	CONSTRAINT "article_autosaves_content_size" CHECK (octet_length("article_autosaves"."content") <= 2097152),
	CONSTRAINT "article_autosaves_lang_length" CHECK (length("article_autosaves"."lang") <= 35)
);
--> statement-breakpoint
CREATE TABLE "article_presence" (
	"article_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "article_presence_article_id_user_id_pk" PRIMARY KEY("article_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "articles" DROP CONSTRAINT "articles_title_length";--> statement-breakpoint
ALTER TABLE "articles" DROP CONSTRAINT "articles_excerpt_length";--> statement-breakpoint
ALTER TABLE "article_autosaves" ADD CONSTRAINT "article_autosaves_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_autosaves" ADD CONSTRAINT "article_autosaves_saved_by_user_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_presence" ADD CONSTRAINT "article_presence_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_presence" ADD CONSTRAINT "article_presence_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_title_length" CHECK (length("articles"."title") <= 300 and ("articles"."is_draft" or length("articles"."title") > 0));--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_excerpt_length" CHECK (length("articles"."excerpt") <= 1000 and ("articles"."is_draft" or length("articles"."excerpt") > 0));--> statement-breakpoint

-- A picture that only an autosave shows is in use.
create function add_autosave_image_uses() returns trigger language plpgsql as $$
begin
  insert into image_uses (picture, article_id)
  select picture, new.article_id from pictures_of(new.image, new.author_image, new.content) as picture
  order by picture
  on conflict do nothing;
  return null;
end
$$;
--> statement-breakpoint
create trigger article_autosaves_image_uses after insert or update of image, author_image, content on article_autosaves
for each row execute function add_autosave_image_uses();
