-- How many articles of a category readers can find: the kept count of what is not a draft, less the few whose date
-- has not come, which are looked up in the index of the published.
CREATE VIEW "published_totals" AS
SELECT
  "kept"."category_slug",
  "kept"."published" - (
    SELECT count(*)::int FROM "articles"
    WHERE "articles"."category_slug" = "kept"."category_slug"
      AND NOT "articles"."is_draft"
      AND "articles"."publish_date" > now()
  ) AS "published"
FROM "published_counts" AS "kept";
