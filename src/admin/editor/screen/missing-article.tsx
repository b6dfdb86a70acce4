import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Notice } from '../../components/notice.tsx';
import { sessionManager } from '../../session/newsroom-session.ts';
import { createAutosaveStorage } from '../autosave/autosave-storage.ts';

interface MissingArticleProps {
  readonly id: string;
  readonly categorySlug: string;
}

/** In place of the editor of an article that was deleted. Its unsaved changes can become a new article. */
export function MissingArticle({ id, categorySlug }: MissingArticleProps) {
  const navigate = useNavigate();
  const [storage] = useState(() =>
    createAutosaveStorage({
      storage: localStorage,
      now: Date.now,
      events: globalThis,
      userId: sessionManager.current()?.user.id ?? '',
    }),
  );
  const scope = { articleId: id, categorySlug };
  const hasUnsavedChanges = storage.list(scope).length > 0;
  const startNew = () => {
    storage.detach(scope);
    void navigate(`/admin/article-editor/${categorySlug}`, { replace: true });
  };
  return (
    <Notice text="Failed to load article" isFailure>
      <p className="text-muted">The article does not exist. It may have been deleted.</p>
      {hasUnsavedChanges && (
        <>
          <p className="text-muted">Your unsaved changes are still in this browser.</p>
          <button type="button" className="button" onClick={startNew}>
            Continue in a new article
          </button>
        </>
      )}
    </Notice>
  );
}
