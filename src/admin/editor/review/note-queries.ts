import { queryOptions } from '@tanstack/react-query';
import { articlesApi } from '../articles-api.ts';

/** All notes of an article, oldest first. */
export function notesQuery(articleId: string) {
  return queryOptions({
    queryKey: ['notes', articleId],
    queryFn: ({ signal }) => articlesApi.listNotes(articleId, signal),
    select: ({ notes }) => notes,
  });
}
