import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useRef } from 'react';
import type { OutlineKind } from '#domain/pages/outline-kinds.ts';
import { ApiError } from '../api/api-error.ts';
import { LoadFailure } from '../components/load-failure.tsx';
import { Notice } from '../components/notice.tsx';
import { Spinner } from '../components/spinner.tsx';
import { PageActions } from './page-actions.tsx';
import { type OwnPage, pageQuery } from './page-queries.ts';

interface PageScreenProps {
  /** Null for a new page. */
  readonly id: string | null;
  /** The outline of a new page; null for an empty one. */
  readonly kind: OutlineKind | null;
  readonly onCreated: (page: OwnPage) => void;
  readonly onBack: () => void;
}

const PageForm = lazy(async () => ({ default: (await import('./page-form.tsx')).PageForm }));

/** One page: the form, the link to the public page, and deletion. */
export function PageScreen({ id, kind, onCreated, onBack }: PageScreenProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch } = useQuery({ ...pageQuery(id ?? ''), enabled: id !== null });
  const isDeleted = error instanceof ApiError && error.status === 404;
  // The screen replaces the list, and with it the element that had the focus.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="panel page-screen" aria-labelledby={titleId}>
      <button type="button" className="button button-plain button-small justify-self-start" onClick={onBack}>
        <ArrowLeft size={16} aria-hidden="true" />
        All pages
      </button>
      <div className="list-head">
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {id === null ? 'New page' : (data?.title ?? 'Page')}
        </h2>
        {data !== undefined && !isDeleted && <PageActions page={data} onDeleted={onBack} />}
      </div>
      {isDeleted ? (
        <Notice text="This page no longer exists" />
      ) : id === null || data !== undefined ? (
        <Suspense fallback={<Spinner label="Loading editor..." />}>
          <PageForm page={data ?? null} kind={kind} onCreated={onCreated} />
        </Suspense>
      ) : error === null ? (
        <Spinner label="Loading page..." />
      ) : (
        <LoadFailure text="Failed to load page" onRetry={refetch} />
      )}
    </section>
  );
}
