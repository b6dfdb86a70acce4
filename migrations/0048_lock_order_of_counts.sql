-- A statement that creates or deletes an article, or takes one offline, locked the words of the search index before the counts
-- of its section; a transaction that publishes one locks them afterwards, when it writes to the index. Two of these waited for
-- each other until the server cancelled one. Now both lock the words first, and a statement that changes no words or counts,
-- such as saving a draft, locks nothing.

create or replace function count_articles() returns trigger language plpgsql as $$
declare
  slugs text[];
  changes_of_published bigint[];
  changes_of_total bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(category_slug), array_agg(published), array_agg(total)
    into slugs, changes_of_published, changes_of_total from (
      select category_slug, count(*) filter (where not is_draft) as published, count(*) as total
      from added group by category_slug
    ) as change;
  elsif tg_op = 'DELETE' then
    select array_agg(category_slug), array_agg(published), array_agg(total)
    into slugs, changes_of_published, changes_of_total from (
      select category_slug, -count(*) filter (where not is_draft) as published, -count(*) as total
      from removed group by category_slug
    ) as change;
  else
    select array_agg(category_slug), array_agg(published), array_agg(total)
    into slugs, changes_of_published, changes_of_total from (
      select category_slug, sum(published) as published, sum(total) as total
      from (
        select category_slug, (not is_draft)::int as published, 1 as total from added
        union all
        select category_slug, -(not is_draft)::int, -1 from removed
      ) as articles
      group by category_slug having sum(published) <> 0 or sum(total) <> 0
    ) as change;
  end if;
  if slugs is null then return null; end if;
  perform pg_advisory_xact_lock(7365113);
  if tg_op = 'DELETE' then
    -- Without a row for a section that is deleted in the same transaction.
    update published_counts as counts set published = counts.published + change.published, total = counts.total + change.total
    from unnest(slugs, changes_of_published, changes_of_total) as change (category_slug, published, total)
    where counts.category_slug = change.category_slug;
  else
    insert into published_counts as counts (category_slug, published, total)
    select category_slug, published, total
    from unnest(slugs, changes_of_published, changes_of_total) as change (category_slug, published, total)
    order by category_slug
    on conflict (category_slug) do update
      set published = counts.published + excluded.published, total = counts.total + excluded.total;
  end if;
  return null;
end
$$;
--> statement-breakpoint

-- As before, but the lock is taken only if words change.
create or replace function count_search_words() returns trigger language plpgsql as $$
declare
  changed text[];
  changes integer[];
begin
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
  -- Two transactions that count the same words in a different order would wait for each other.
  perform pg_advisory_xact_lock(7365113);
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
