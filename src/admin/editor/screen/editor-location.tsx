import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { dismissFailures, toastSuccess } from '../../components/toast.tsx';
import type { OpenedArticle } from '../server-autosave/choose-draft.ts';
import { ARTICLES_KEY } from '../../dashboard/article-queries.ts';
import type { BaseRevision } from '../newsroom-article.ts';
import { EditorScreen, type SavedArticle } from './editor-screen.tsx';

interface EditorLocationProps {
  /** Null for a new article. */
  readonly opened: OpenedArticle | null;
  readonly categorySlug: string;
  readonly onCreated: (id: string) => void;
}

/**
 * Navigates after a save to the dashboard, unless there is newer unsaved input. An article that was created while the editor
 * stays open gets its own URL.
 */
export function EditorLocation({ opened, categorySlug, onCreated }: EditorLocationProps) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const openUrl = useCallback(
    ({ id }: BaseRevision) => {
      onCreated(id);
      void navigate(`/admin/article-editor/${categorySlug}/${id}`, { replace: true });
    },
    [navigate, onCreated, categorySlug],
  );
  const onSaved = useCallback(
    (save: SavedArticle, hasMore: boolean) => {
      // "Failed to save article", of an earlier attempt, and what was missing or not pasted.
      dismissFailures();
      toastSuccess(messageFor(save));
      // A submission or schedule has already invalidated them.
      if (!save.isSubmitted && !save.isScheduled) void queries.invalidateQueries();
      if (!hasMore) void navigate('/admin');
    },
    [navigate, queries],
  );
  // Lists of articles show the titles of drafts that were only autosaved.
  useEffect(() => () => void queries.invalidateQueries({ queryKey: ARTICLES_KEY }), [queries]);
  return <EditorScreen opened={opened} categorySlug={categorySlug} onSaved={onSaved} onCreated={openUrl} />;
}

function messageFor({ saved, isFirstSave, isSubmitted, isScheduled }: SavedArticle): string {
  if (isScheduled) return 'Scheduled';
  if (saved.state === 'published_with_pending_changes') return 'Changes saved for later';
  if (!saved.is_draft) return 'Article published successfully';
  if (isSubmitted) return 'Submitted for review';
  return isFirstSave ? 'Draft created successfully' : 'Draft saved successfully';
}
