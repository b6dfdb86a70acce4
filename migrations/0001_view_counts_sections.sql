-- What the public may see. Everything public reads this view and never the table. A column added to articles
-- later is added here by `create or replace view`, at the end.
create view published_articles as
select
  id, slug, title, excerpt, content, category_slug, author_name, author_image, publish_date, read_time, featured,
  image, image_alt, tags, is_draft, is_sample, word_count, created_by, updated_by, created_at, updated_at, revision
from articles
where not is_draft and publish_date <= now();
--> statement-breakpoint

-- Articles per category, so that the number of pages costs one row. Once per statement, not per row: a bulk load
-- of 100,000 articles adds twelve numbers. The rows are written in the order of the slug, so that two
-- transactions that touch several categories wait for each other instead of deadlocking, and an edit that moves
-- nothing writes nothing, so that two editors saving in one category do not wait at all.
create function count_articles() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into published_counts as counts (category_slug, published, total)
    select category_slug, count(*) filter (where not is_draft), count(*)
    from added group by category_slug order by category_slug
    on conflict (category_slug) do update
      set published = counts.published + excluded.published, total = counts.total + excluded.total;
  elsif tg_op = 'DELETE' then
    update published_counts as counts
    set published = counts.published - change.published, total = counts.total - change.total
    from (
      select category_slug, count(*) filter (where not is_draft) as published, count(*) as total
      from removed group by category_slug order by category_slug
    ) as change
    where counts.category_slug = change.category_slug;
  else
    insert into published_counts as counts (category_slug, published, total)
    select category_slug, sum(published), sum(total)
    from (
      select category_slug, (not is_draft)::int as published, 1 as total from added
      union all
      select category_slug, -(not is_draft)::int, -1 from removed
    ) as change
    group by category_slug having sum(published) <> 0 or sum(total) <> 0
    order by category_slug
    on conflict (category_slug) do update
      set published = counts.published + excluded.published, total = counts.total + excluded.total;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create function forget_article_counts() returns trigger language plpgsql as $$
begin
  update published_counts set published = 0, total = 0;
  return null;
end
$$;
--> statement-breakpoint
create trigger articles_counted_on_insert after insert on articles
referencing new table as added for each statement execute function count_articles();
--> statement-breakpoint
create trigger articles_counted_on_update after update on articles
referencing old table as removed new table as added for each statement execute function count_articles();
--> statement-breakpoint
create trigger articles_counted_on_delete after delete on articles
referencing old table as removed for each statement execute function count_articles();
--> statement-breakpoint
create trigger articles_counted_on_truncate after truncate on articles
for each statement execute function forget_article_counts();
--> statement-breakpoint

-- The sections of the site. The descriptions are the newsroom's to write; until then the pages show their own.
insert into categories (id, slug)
select gen_random_uuid(), slug
from unnest(array[
  'articles', 'global-politics', 'african-affairs', 'economy-society', 'sports', 'culture', 'technology',
  'media-power', 'opinions', 'investigations', 'podcasts', 'videos'
]) as slug;
--> statement-breakpoint
insert into published_counts (category_slug) select slug from categories;
