import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isPublic } from '#domain/articles/article-state.ts';
import type { ScheduledAction } from '#domain/articles/schedule/schedule.ts';
import { ApiError } from '../../api/api-error.ts';
import { toastFailure, toastSuccess } from '../../components/toast.tsx';
import { articlesApi } from '../articles-api.ts';
import type { EditorSession } from '../editor-session/editor-session.ts';
import type { BaseRevision, NewsroomArticle } from '../newsroom-article.ts';

/** The message when the schedule of what was just saved has failed. */
export function notScheduled(state: NewsroomArticle['state']): string {
  return isPublic(state)
    ? 'The changes were saved for later, but not scheduled'
    : 'Saved as a draft, but not scheduled';
}

/**
 * Schedules the publication of a draft, or of changes, that were just saved. If that fails, they stay saved, and the editor open.
 */
export function useScheduledPublication(session: EditorSession) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, revision, state, at }: SavedArticle & { readonly at: Date }) =>
      articlesApi.schedule(id, isPublic(state) ? 'publish_changes' : 'publish', at, revision),
    onSuccess(article) {
      session.setStatus(article);
      // Here, because the editor may have been left meanwhile.
      void queries.invalidateQueries();
    },
    onError: (error, { state }) => toastFailure(notScheduled(state), error.message),
  });
}

type SavedArticle = Pick<NewsroomArticle, 'id' | 'revision' | 'state'>;

/** Schedules when a published article is taken offline. Unsaved changes of the editor stay in this browser. */
export function useScheduledUnpublishing(session: EditorSession, onScheduled: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, revision, at }: BaseRevision & { readonly at: Date }) =>
      articlesApi.schedule(id, 'unpublish', at, revision),
    onSuccess(article) {
      session.setStatus(article);
      toastSuccess('Scheduled');
      onScheduled();
      void queries.invalidateQueries();
    },
  });
}

const CANCELLED: Readonly<Record<ScheduledAction, string>> = {
  publish: 'It will not be published automatically.',
  publish_changes: 'The pending changes will not be published automatically.',
  unpublish: 'It will not be taken offline automatically.',
};

/** Cancels what is scheduled. */
export function useCancelSchedule(session: EditorSession) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: { readonly id: string; readonly action: ScheduledAction }) =>
      articlesApi.cancelSchedule(id),
    onSuccess(article, { action }) {
      session.setStatus(article);
      toastSuccess('Schedule cancelled', CANCELLED[action]);
      void queries.invalidateQueries();
    },
    async onError(error, { id }) {
      toastFailure('Failed to cancel the schedule', error.message);
      // It may have happened in the meantime.
      if (error instanceof ApiError && error.code === 'conflict')
        session.setStatus(await articlesApi.get(id, AbortSignal.timeout(15_000)));
    },
  });
}
