-- An inverted index collects everything that begins with a word before it can stop: a search for what all articles have
-- took as long as there are articles. A tree of words stops at the thousandth.
CREATE TABLE "article_terms" (
	"article_id" uuid NOT NULL,
	"word" text collate "C" NOT NULL,
	"category_slug" text NOT NULL,
	"is_draft" boolean NOT NULL,
	CONSTRAINT "article_terms_article_id_word_pk" PRIMARY KEY("article_id","word")
);
--> statement-breakpoint
DROP INDEX "articles_search";--> statement-breakpoint
drop function article_search;--> statement-breakpoint
ALTER TABLE "article_terms" ADD CONSTRAINT "article_terms_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_terms_by_word" ON "article_terms" USING btree ("category_slug","is_draft","word","article_id");
--> statement-breakpoint

-- Once per statement, and for an update only what has changed: most saves change none of it.
create function keep_article_terms() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from article_terms using removed, added
    where article_terms.article_id = removed.id and added.id = removed.id
      and (added.title, added.author_name, added.slug, added.category_slug, added.is_draft)
        is distinct from (removed.title, removed.author_name, removed.slug, removed.category_slug, removed.is_draft);
    insert into article_terms (article_id, word, category_slug, is_draft)
    select distinct added.id, word, added.category_slug, added.is_draft
    from added
    join removed on removed.id = added.id
      and (added.title, added.author_name, added.slug, added.category_slug, added.is_draft)
        is distinct from (removed.title, removed.author_name, removed.slug, removed.category_slug, removed.is_draft),
      unnest(article_words(added.title || ' ' || added.author_name || ' ' || added.slug)) as word;
  else
    insert into article_terms (article_id, word, category_slug, is_draft)
    select distinct id, word, category_slug, is_draft
    from added, unnest(article_words(title || ' ' || author_name || ' ' || slug)) as word;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger articles_terms_on_insert after insert on articles
referencing new table as added for each statement execute function keep_article_terms();
--> statement-breakpoint
create trigger articles_terms_on_update after update on articles
referencing old table as removed new table as added for each statement execute function keep_article_terms();
--> statement-breakpoint

insert into article_terms (article_id, word, category_slug, is_draft)
select distinct id, word, category_slug, is_draft
from articles, unnest(article_words(title || ' ' || author_name || ' ' || slug)) as word;
