import './editor.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { randomUuid } from '#platform/random-uuid.ts';
import { ApiError } from '../api/api-error.ts';
import { ForbiddenNotice } from '../components/forbidden-notice.tsx';
import { Notice } from '../components/notice.tsx';
import { usePageTitle } from '../components/page-title.ts';
import { Spinner } from '../components/spinner.tsx';
import { toastFailure } from '../components/toast.tsx';
import { sectionsQuery } from '../sections/section-queries.ts';
import { useSections } from '../sections/use-sections.ts';
import { usePermissions } from '../session/access.ts';
import { EditorLocation } from './screen/editor-location.tsx';
import { MissingArticle } from './screen/missing-article.tsx';
import { TopBar } from './screen/top-bar.tsx';
import type { OpenedArticle } from './server-autosave/choose-draft.ts';
import { openArticle } from './server-autosave/open-article.ts';

/** `/admin/article-editor/:categorySlug/:id?` */
export function EditorPage() {
  const { categorySlug = '', id } = useParams();
  const sections = useSections();
  // An article created here keeps its editor session, with newer unsaved input, when the URL changes to its own.
  const [createdId, setCreatedId] = useState<string | null>(null);
  const isNew = id === undefined || id === createdId;
  usePageTitle(isNew ? 'Creating New Article' : 'Editing Article');

  if (sections.find(categorySlug) === null) return <UnknownSection />;
  if (isNew)
    return <EditorLocation key="new" opened={null} categorySlug={categorySlug} onCreated={setCreatedId} />;
  return <ExistingArticle key={id} id={id} categorySlug={categorySlug} />;
}

/** Loads the sections again, because this one may have been added since the newsroom was loaded. */
function UnknownSection() {
  const { isFetching } = useQuery({ ...sectionsQuery(), staleTime: 0 });
  if (!isFetching) return <Navigate replace to="/admin" />;
  return <Spinner label="Loading article..." />;
}

interface ExistingArticleProps {
  readonly id: string;
  readonly categorySlug: string;
}

function ExistingArticle({ id, categorySlug }: ExistingArticleProps) {
  // Not shared with an editor that was just left: its article may still be the one before the save.
  const [opening] = useState(randomUuid);
  const query = useQuery({
    queryKey: ['editor', id, opening],
    queryFn: ({ signal }) => openArticle(id, signal),
    // Fetched once: the editor session tracks its base revision, and a save detects newer revisions.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  const { isError, error } = query;
  const article = query.data?.article;
  useEffect(() => {
    if (isError) toastFailure('Failed to load article');
  }, [isError]);

  // Published and scheduled articles are closed to those who may only write drafts.
  const canPublish = usePermissions()('article.publish');
  const isInTrash = article?.state === 'in_trash';
  const isForbidden =
    article === undefined
      ? error instanceof ApiError && error.status === 403
      : !canPublish && (!article.is_draft || article.state === 'scheduled');

  if (query.data === undefined || isForbidden || isInTrash) {
    return (
      <div className="editor">
        <TopBar isNew={false} />
        <main className="container editor-main">
          {isForbidden ? (
            <ForbiddenNotice />
          ) : isInTrash ? (
            <Notice text="This article is in the trash. Restore it to edit it.">
              <Link className="button" to="/admin?tab=trash">
                Open the trash
              </Link>
            </Notice>
          ) : error instanceof ApiError && error.code === 'not_found' ? (
            <MissingArticle id={id} categorySlug={categorySlug} />
          ) : isError ? (
            <Notice text="Failed to load article" isFailure>
              <p className="text-muted">{error.message}</p>
              <button type="button" className="button" onClick={() => void query.refetch()}>
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
  return <LoadedArticle opened={query.data} categorySlug={categorySlug} />;
}

interface LoadedArticleProps {
  readonly opened: OpenedArticle;
  readonly categorySlug: string;
}

function LoadedArticle({ opened: loaded, categorySlug }: LoadedArticleProps) {
  // The version that was opened: a later refetch must not replace the text while the user is writing.
  const [opened] = useState(loaded);
  const { id, category_slug: category } = opened.article;
  if (category !== categorySlug) return <Navigate replace to={`/admin/article-editor/${category}/${id}`} />;
  return <EditorLocation opened={opened} categorySlug={categorySlug} onCreated={() => undefined} />;
}
