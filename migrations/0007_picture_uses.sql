CREATE TABLE "image_uses" (
	"picture" text NOT NULL,
	"article_id" uuid NOT NULL,
	CONSTRAINT "image_uses_picture_article_id_pk" PRIMARY KEY("picture","article_id")
);
--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "state" text DEFAULT 'stored' NOT NULL;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "uploaded_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "image_uses_article_id" ON "image_uses" USING btree ("article_id");--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_state" CHECK ("images"."state" in ('storing', 'stored', 'removing'));--> statement-breakpoint

-- Articles stand to the right of images among the nouns, so the code of images cannot name them; the database can.
ALTER TABLE "image_uses" ADD CONSTRAINT "image_uses_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint

-- The pictures an article shows, whatever width or format of them it names and whether with our host or without.
create function pictures_of(image text, author_image text, content text) returns setof text
language sql immutable as $$
  select distinct found[1]
  from regexp_matches(
    concat_ws(' ', image, author_image, content), '/media/([a-z0-9][a-z0-9._/-]*)-[0-9]+[.](?:avif|webp)', 'g'
  ) as found
$$;
--> statement-breakpoint

-- Uses are added and never taken away while the article lives: every state an article has had is kept as a revision,
-- and old revisions show their pictures too.
create function note_image_uses() returns trigger language plpgsql as $$
begin
  insert into image_uses (picture, article_id)
  select picture, new.id from pictures_of(new.image, new.author_image, new.content) as picture
  order by picture
  on conflict do nothing;
  return null;
end
$$;
--> statement-breakpoint
create trigger articles_note_image_uses after insert or update of image, author_image, content on articles
for each row execute function note_image_uses();
--> statement-breakpoint

insert into image_uses (picture, article_id)
select picture, articles.id from articles, pictures_of(image, author_image, content) as picture;
