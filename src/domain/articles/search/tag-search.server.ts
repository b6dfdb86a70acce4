import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { tagPath } from '../article.ts';
import { type ArticleTag, suggestTags } from '../article-tags.server.ts';
import type { FoundPage } from './search-result.ts';
import { findWords } from './search-words.ts';
import { markMatches } from './snippet.ts';
import type { ExpandedTerm } from './word-forms.server.ts';

const MAX_RESULTS = 3;

/**
 * The pages of the tags whose name begins with a search, or that are another form of its only word.
 *
 * @param query as the reader has entered it
 */
export async function findTagPages(
  tx: Transaction,
  query: string,
  terms: readonly ExpandedTerm[],
): Promise<FoundPage[]> {
  // Every slug begins with the empty one of a text without letters and digits.
  if (terms.some(({ isExcluded }) => isExcluded) || !/[\p{L}\p{N}]/u.test(query)) return [];
  const words = findWords(query).map(({ word }) => word);
  const forms = terms.length === 1 ? terms.flatMap((term) => term.forms.flat()) : [];
  const found = [...(await suggestTags(tx, query)), ...(await tagsNamed(tx, forms))];
  const tags = new Map(found.map(({ slug, name }) => [slug, name]));
  return Array.from(tags, ([slug, name]) => ({
    kind: 'tag' as const,
    path: tagPath(slug),
    title: markMatches(name, new Set([...words, ...forms])),
    excerpt: [],
    lang: '',
  })).slice(0, MAX_RESULTS);
}

/** The tags that one of some words names, each with the name that its newest article gives it. */
async function tagsNamed(tx: Transaction, words: readonly string[]): Promise<ArticleTag[]> {
  if (words.length === 0) return [];
  const { rows } = await tx.execute<{ slug: string; name: string }>(sql`
    select asked.slug, newest.name
    from (select distinct tag_slug(word) as slug from unnest(${sql.param([...words])}::text[]) as word) as asked, lateral (
      select name from article_tags where slug = asked.slug order by publish_date desc, article_id desc limit 1
    ) as newest
    order by asked.slug`);
  return rows.map(({ slug, name }) => ({ slug, name }));
}
