import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { OutlineKind } from '#domain/pages/outline-kinds.ts';
import { ApiError } from '../api/api-error.ts';
import { ItemScreen } from '../components/item-screen.tsx';
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
  const { data, error, refetch } = useQuery({ ...pageQuery(id ?? ''), enabled: id !== null });
  const isDeleted = error instanceof ApiError && error.status === 404;
  return (
    <ItemScreen
      title={id === null ? 'New page' : (data?.title ?? 'Page')}
      list="All pages"
      actions={data !== undefined && !isDeleted && <PageActions page={data} onDeleted={onBack} />}
      onBack={onBack}
    >
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
    </ItemScreen>
  );
}
