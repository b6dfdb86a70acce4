import './editor.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { findSection } from '#domain/categories/section.ts';
import { Notice } from '../parts/notice.tsx';
import { usePageTitle } from '../parts/page-title.ts';
import { Spinner } from '../parts/spinner.tsx';
import { toastFailure } from '../parts/toast.tsx';
import { DeskPlace } from './desk/desk-place.tsx';
import { TopBar } from './desk/top-bar.tsx';
import { newsroom } from './newsroom.ts';
import type { NewsroomArticle } from './newsroom-article.ts';

/** `/admin/article-editor/:categorySlug/:id?` */
export function EditorPage() {
  const { categorySlug = '', id } = useParams();
  // What was created here keeps its desk, with what has been typed since, when it gets its address.
  const [createdId, setCreatedId] = useState<string | null>(null);
  const isNew = id === undefined || id === createdId;
  usePageTitle(isNew ? 'Creating New Article' : 'Editing Article');

  if (findSection(categorySlug) === null) return <Navigate replace to="/admin" />;
  if (isNew)
    return <DeskPlace key="new" article={null} categorySlug={categorySlug} onCreated={setCreatedId} />;
  return <ExistingArticle key={id} id={id} categorySlug={categorySlug} />;
}

interface ExistingArticleProps {
  readonly id: string;
  readonly categorySlug: string;
}

function ExistingArticle({ id, categorySlug }: ExistingArticleProps) {
  const article = useQuery({
    queryKey: ['editor', id],
    queryFn: ({ signal }) => newsroom.article(id, signal),
    // Read once: from then on the desk knows what it is based on, and a save finds out what is newer.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  const { isError } = article;
  useEffect(() => {
    if (isError) toastFailure('Failed to load article');
  }, [isError]);

  if (article.data === undefined) {
    return (
      <div className="editor">
        <TopBar isNew={false} />
        <main className="container editor-main">
          {isError ? (
            <Notice text="Failed to load article" isFailure>
              <p className="text-muted">{article.error.message}</p>
              <button type="button" className="button" onClick={() => void article.refetch()}>
                Try again
              </button>
            </Notice>
          ) : (
            <Spinner label="Loading article..." />
          )}
        </main>
      </div>
    );
  }
  return <LoadedArticle article={article.data} categorySlug={categorySlug} />;
}

interface LoadedArticleProps {
  readonly article: NewsroomArticle;
  readonly categorySlug: string;
}

function LoadedArticle({ article, categorySlug }: LoadedArticleProps) {
  // As it was opened: what is read again later is not put under the hands of whoever writes.
  const [opened] = useState(article);
  const { id, category_slug: category } = opened;
  if (category !== categorySlug) return <Navigate replace to={`/admin/article-editor/${category}/${id}`} />;
  return <DeskPlace article={opened} categorySlug={categorySlug} onCreated={() => undefined} />;
}
