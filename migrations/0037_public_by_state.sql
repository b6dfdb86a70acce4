-- Articles that were published without a schedule, with a publication date that had not come when they were saved last: they were
-- hidden until that date. They become scheduled drafts, which are published then. An article that was saved as published at its
-- date or later has been public, and its date is in the future because a clock went back: it stays public.
-- Also called after a backup of an earlier release was restored.
create function schedule_future_articles() returns void language plpgsql as $$
declare
  article record;
  job uuid;
begin
  for article in
    select id, publish_date, scheduled_job from articles as hidden
    where not is_draft and publish_date > now() and not exists (
      select from article_revisions as saved
      where saved.article_id = hidden.id and not saved.is_draft and saved.saved_at >= hidden.publish_date
    )
    order by id for update
  loop
    delete from jobs where id = article.scheduled_job;
    job = gen_random_uuid();
    insert into jobs (id, kind, payload, due_at, lease_seconds, max_attempts)
    values (job, 'articles.run-schedule', jsonb_build_object('articleId', article.id), article.publish_date, 60, 20);
    update articles set
      is_draft = true, publish_date = null, live_revision = null, revision = revision + 1,
      scheduled_action = 'publish', scheduled_at = article.publish_date, scheduled_by = null, scheduled_job = job
    where id = article.id;
    -- The newest revision equals the draft, also if there were pending changes.
    insert into article_revisions (
      article_id, revision, slug, title, excerpt, content, category_slug, author_name, bylines, author_image, read_time,
      featured, image, image_alt, tags, is_draft, read_time_typed, lang, word_count
    )
    select
      id, revision, slug, title, excerpt, content, category_slug, author_name, bylines, author_image, read_time,
      featured, image, image_alt, tags, is_draft, read_time_typed, lang, word_count
    from articles where id = article.id;
  end loop;
end
$$;
--> statement-breakpoint
select schedule_future_articles();
--> statement-breakpoint

-- Whether an article is public is its state, and not a comparison of its date with a clock, which can go back.
create or replace view published_articles as
select
  id, slug, title, excerpt, content, category_slug, author_name, author_image, publish_date, read_time, featured,
  image, image_alt, tags, is_draft, is_sample, word_count, created_by, updated_by, created_at, updated_at, revision,
  read_time_typed, lang, bylines
from articles
where not is_draft;
--> statement-breakpoint
-- It subtracted the articles with a date in the future from published_counts.
drop view published_totals;
--> statement-breakpoint

-- As before, without the articles that were neither drafts nor public. An article stays in the queue until its words are in
-- article_search or, of a draft, in draft_search.
create or replace function update_search_queue() returns trigger language plpgsql as $$
declare
  is_same boolean := false;
begin
  if tg_op = 'UPDATE' then
    is_same = (old.title, old.excerpt, old.tags, old.bylines, old.content)
      is not distinct from (new.title, new.excerpt, new.tags, new.bylines, new.content);
  end if;
  if new.is_draft then
    delete from article_search where article_id = new.id;
    if is_same and old.is_draft then return null; end if;
  else
    delete from draft_search where article_id = new.id;
    if is_same then
      update article_search set section = new.category_slug, publish_date = new.publish_date where article_id = new.id;
      if found then return null; end if;
    end if;
  end if;
  insert into search_queue (article_id) values (new.id) on conflict do nothing;
  return null;
end
$$;
