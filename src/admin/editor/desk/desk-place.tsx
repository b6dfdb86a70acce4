import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { toastSuccess } from '../../parts/toast.tsx';
import type { NewsroomArticle } from '../newsroom-article.ts';
import type { Save } from './desk.ts';
import { EditorDesk } from './editor-desk.tsx';

interface DeskPlaceProps {
  /** Null for a new one. */
  readonly article: NewsroomArticle | null;
  readonly categorySlug: string;
  readonly onCreated: (id: string) => void;
}

/** Where an editor goes from a save: back to the newsroom, unless more has been typed meanwhile. */
export function DeskPlace({ article, categorySlug, onCreated }: DeskPlaceProps) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const onSaved = useCallback(
    ({ saved, wasNew }: Save, hasMore: boolean) => {
      toastSuccess(messageFor(saved, wasNew));
      void queries.invalidateQueries();
      if (!hasMore) void navigate('/admin');
      else if (wasNew) {
        onCreated(saved.id);
        void navigate(`/admin/article-editor/${saved.category_slug}/${saved.id}`, { replace: true });
      }
    },
    [navigate, queries, onCreated],
  );
  return <EditorDesk article={article} categorySlug={categorySlug} onSaved={onSaved} />;
}

function messageFor({ is_draft: isDraft }: NewsroomArticle, wasNew: boolean): string {
  if (!isDraft) return 'Article published successfully';
  return wasNew ? 'Draft created successfully' : 'Draft saved successfully';
}
