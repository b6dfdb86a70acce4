CREATE TABLE "article_search" (
	"article_id" uuid PRIMARY KEY NOT NULL,
	"publish_date" timestamp (3) with time zone NOT NULL,
	"section" text NOT NULL,
	"authors" text[] NOT NULL,
	"title_words" "tsvector" NOT NULL,
	"words" "tsvector" NOT NULL,
	"is_sampled" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_language" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"dictionary" text NOT NULL,
	CONSTRAINT "search_language_single_row" CHECK ("search_language"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "search_queue" (
	"article_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text collate "C" PRIMARY KEY NOT NULL,
	"folded" text collate "C" NOT NULL,
	"stem" text collate "C" NOT NULL,
	"folded_stem" text collate "C" NOT NULL,
	"dictionary" text NOT NULL,
	"documents" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "article_search" ADD CONSTRAINT "article_search_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_queue" ADD CONSTRAINT "search_queue_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_search_words" ON "article_search" USING gin ("words") WITH (fastupdate=off);--> statement-breakpoint
CREATE INDEX "article_search_title" ON "article_search" USING gin ("title_words") WITH (fastupdate=off);--> statement-breakpoint
CREATE INDEX "article_search_sample" ON "article_search" USING gin ("words") WITH (fastupdate=off) WHERE "article_search"."is_sampled";--> statement-breakpoint
CREATE INDEX "article_search_by_date" ON "article_search" USING btree ("publish_date","article_id");--> statement-breakpoint
CREATE INDEX "search_words_by_folded" ON "search_words" USING btree ("folded");--> statement-breakpoint
CREATE INDEX "search_words_by_stem" ON "search_words" USING btree ("stem");--> statement-breakpoint
CREATE INDEX "search_words_by_folded_stem" ON "search_words" USING btree ("folded_stem");--> statement-breakpoint
CREATE INDEX "search_words_by_dictionary" ON "search_words" USING btree ("dictionary");--> statement-breakpoint
-- Short rows: the vector of all words is stored apart, and a search reads it only for the articles that it ranks.
alter table article_search set (toast_tuple_target = 256);--> statement-breakpoint
-- The number of documents changes with every article; free space lets the new version of a row stay in its page.
alter table search_words set (fillfactor = 80);--> statement-breakpoint
insert into search_language (dictionary) values ('english_stem');
--> statement-breakpoint

-- Letters without accents: Latin and Greek letters, the Russian ё, and texts in Arabic and Hebrew without vowel points. Other
-- marks belong to the letter. The argument is in lower case.
create function search_fold(word text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if word ~ '^[a-z0-9]+$' then return word; end if;
  word = translate(normalize(word, NFKD), 'øđðłıħŧς', 'oddlihtσ');
  word = replace(replace(replace(replace(word, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  word = regexp_replace(word, '([a-z\u03B1-\u03C9])[\u0300-\u036F]+', '\1', 'g');
  word = regexp_replace(word, '\u0435\u0308', '\u0435', 'g');
  word = regexp_replace(word, '[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0640\u064B-\u0652\u0670]', '', 'g');
  return normalize(word, NFC);
end
$$;
--> statement-breakpoint

-- Folded after stemming: dictionaries know words with their accents. A stop word has the stem ''.
create function search_stem(dictionary text, word text) returns text language plpgsql stable strict as $$
declare
  stems text[] := ts_lexize(dictionary::regdictionary, word);
begin
  if stems = '{}' then return ''; end if;
  return search_fold(coalesce(stems[1], word));
end
$$;
--> statement-breakpoint

-- Once per statement, because a batch of articles has most of its words in common.
create function count_search_words() returns trigger language plpgsql as $$
declare
  changed text[];
  changes integer[];
begin
  -- Two transactions that count the same words in a different order would wait for each other.
  perform pg_advisory_xact_lock(7365113);
  if tg_op = 'INSERT' then
    select array_agg(word), array_agg(number) into changed, changes from (
      select word, count(*) as number from added, unnest(tsvector_to_array(added.words)) as word group by word
    ) as counted;
  elsif tg_op = 'DELETE' then
    select array_agg(word), array_agg(-number) into changed, changes from (
      select word, count(*) as number from removed, unnest(tsvector_to_array(removed.words)) as word group by word
    ) as counted;
  else
    select array_agg(word), array_agg(number) into changed, changes from (
      select word, sum(change) as number from (
        select added.words, 1 as change from added join removed using (article_id) where added.words <> removed.words
        union all
        select removed.words, -1 from added join removed using (article_id) where added.words <> removed.words
      ) as vectors, unnest(tsvector_to_array(vectors.words)) as word
      group by word having sum(change) <> 0
    ) as counted;
  end if;
  if changed is null then return null; end if;
  update search_words set documents = documents + change
  from unnest(changed, changes) as counted (word, change) where search_words.word = counted.word;
  insert into search_words (word, folded, stem, folded_stem, dictionary, documents)
  select word, search_fold(word), search_stem(dictionary, word), search_stem(dictionary, search_fold(word)), dictionary, change
  from unnest(changed, changes) as counted (word, change), search_language
  where change > 0 and not exists (select from search_words where search_words.word = counted.word);
  if tg_op <> 'INSERT' then
    delete from search_words where word = any(changed) and documents <= 0;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger article_search_words_on_insert after insert on article_search
referencing new table as added for each statement execute function count_search_words();
--> statement-breakpoint
create trigger article_search_words_on_update after update on article_search
referencing old table as removed new table as added for each statement execute function count_search_words();
--> statement-breakpoint
create trigger article_search_words_on_delete after delete on article_search
referencing old table as removed for each statement execute function count_search_words();
--> statement-breakpoint

-- A row stays in the queue until the article is indexed: a scheduled article until it is public.
create function update_search_queue() returns trigger language plpgsql as $$
begin
  if not exists (select from published_articles where id = new.id) then
    delete from article_search where article_id = new.id;
    if new.is_draft then
      delete from search_queue where article_id = new.id;
    else
      insert into search_queue (article_id) values (new.id) on conflict do nothing;
    end if;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    if (old.title, old.excerpt, old.tags, old.bylines, old.content)
      is not distinct from (new.title, new.excerpt, new.tags, new.bylines, new.content) then
      update article_search set section = new.category_slug, publish_date = new.publish_date where article_id = new.id;
      if found then return null; end if;
    end if;
  end if;
  insert into search_queue (article_id) values (new.id) on conflict do nothing;
  return null;
end
$$;
--> statement-breakpoint
create trigger articles_search_on_insert after insert on articles
for each row when (not new.is_draft) execute function update_search_queue();
--> statement-breakpoint
create trigger articles_search_on_update after update on articles
for each row when (not (old.is_draft and new.is_draft)) execute function update_search_queue();
--> statement-breakpoint

-- Existing articles are indexed by a job after the start.
insert into search_queue (article_id) select id from articles where not is_draft;
