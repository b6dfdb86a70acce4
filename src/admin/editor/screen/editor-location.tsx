import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { toastSuccess } from '../../components/toast.tsx';
import type { NewsroomArticle } from '../newsroom-article.ts';
import { EditorScreen, type SavedArticle } from './editor-screen.tsx';

interface EditorLocationProps {
  /** Null for a new article. */
  readonly article: NewsroomArticle | null;
  readonly categorySlug: string;
  readonly onCreated: (id: string) => void;
}

/** Navigates after a save: to the dashboard, or to the URL of the created article if there is newer unsaved input. */
export function EditorLocation({ article, categorySlug, onCreated }: EditorLocationProps) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const onSaved = useCallback(
    (save: SavedArticle, hasMore: boolean) => {
      const { saved, isFirstSave } = save;
      toastSuccess(messageFor(save));
      void queries.invalidateQueries();
      if (!hasMore) void navigate('/admin');
      else if (isFirstSave) {
        onCreated(saved.id);
        void navigate(`/admin/article-editor/${saved.category_slug}/${saved.id}`, { replace: true });
      }
    },
    [navigate, queries, onCreated],
  );
  return <EditorScreen article={article} categorySlug={categorySlug} onSaved={onSaved} />;
}

function messageFor({ saved, isFirstSave, isSubmitted, isScheduled }: SavedArticle): string {
  if (isScheduled) return 'Scheduled';
  if (saved.state === 'published_with_pending_changes') return 'Changes saved for later';
  if (!saved.is_draft) return 'Article published successfully';
  if (isSubmitted) return 'Submitted for review';
  return isFirstSave ? 'Draft created successfully' : 'Draft saved successfully';
}
