import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formValuesOf, type PageFormValues } from './page-form-values.ts';
import { pageLines } from './page-lines.ts';
import { pageRevisionQuery } from './page-queries.ts';
import { RevisionComparison } from './revision-comparison.tsx';

interface PageRevisionViewProps {
  readonly pageId: string;
  readonly revision: number;
  readonly values: PageFormValues;
  readonly onBack: () => void;
  readonly onRestore: (values: PageFormValues) => void;
}

/** One revision of a page, compared with the form. A restored page keeps its slug. */
export function PageRevisionView({ pageId, revision, values, onBack, onRestore }: PageRevisionViewProps) {
  const found = useQuery(pageRevisionQuery(pageId, revision));
  const restored = useMemo(() => found.data && formValuesOf(found.data), [found.data]);
  const before = useMemo(() => restored && pageLines(restored), [restored]);
  const after = useMemo(() => pageLines(values), [values]);
  return (
    <RevisionComparison
      revision={revision}
      before={before}
      after={after}
      isFailed={found.isError}
      onRetry={() => void found.refetch()}
      onBack={onBack}
      onRestore={() => restored && onRestore({ ...restored, slug: values.slug, restoredFrom: revision })}
    />
  );
}
