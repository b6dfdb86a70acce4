import { formatCount } from '#ui/format-count.ts';

/** Text of the comment count below the article's title and above the comments. */
export function formatCommentCount(count: number): string {
  return formatCount(count, 'comment');
}
