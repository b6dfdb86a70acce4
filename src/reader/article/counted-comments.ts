import { counted } from '#ui/counted.ts';

/** Under the title of the article and over the discussion. */
export function countedComments(count: number): string {
  return counted(count, 'comment');
}
