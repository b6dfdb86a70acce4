/** Under the title of the article and over the discussion. */
export function countedComments(count: number): string {
  return count === 1 ? '1 comment' : `${count.toLocaleString('en-US')} comments`;
}
