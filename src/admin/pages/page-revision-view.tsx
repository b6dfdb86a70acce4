import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { LoadFailure } from '../components/load-failure.tsx';
import { Spinner } from '../components/spinner.tsx';
import { LineComparison } from '../editor/revisions/line-comparison.tsx';
import { RevisionButtons } from '../editor/revisions/revision-buttons.tsx';
import { formValuesOf, type PageFormValues } from './page-form-values.ts';
import { pageLines } from './page-lines.ts';
import { pageRevisionQuery } from './page-queries.ts';

interface PageRevisionViewProps {
  readonly pageId: string;
  readonly revision: number;
  readonly values: PageFormValues;
  readonly onBack: () => void;
  readonly onRestore: (values: PageFormValues) => void;
}

/** Changes since a revision, with a button that puts it into the form. Nothing is saved by that. */
export function PageRevisionView({ pageId, revision, values, onBack, onRestore }: PageRevisionViewProps) {
  const found = useQuery(pageRevisionQuery(pageId, revision));
  const restored = useMemo(() => found.data && formValuesOf(found.data), [found.data]);
  const before = useMemo(() => restored && pageLines(restored), [restored]);
  const after = useMemo(() => pageLines(values), [values]);
  return (
    <div className="grid gap-4">
      <RevisionButtons
        restoreLabel={`Restore revision ${revision} into the form`}
        isLoaded={restored !== undefined}
        onBack={onBack}
        onRestore={() => restored && onRestore({ ...restored, slug: values.slug, restoredFrom: revision })}
      />
      <p className="comparison-legend">
        From revision {revision} to the form: <del>removed</del> <ins>added</ins>
      </p>
      {before !== undefined ? (
        <LineComparison before={before} after={after} label={`From revision ${revision} to the form`} />
      ) : found.isError ? (
        <LoadFailure text="Failed to load revision" onRetry={found.refetch} />
      ) : (
        <Spinner label="Loading revision..." />
      )}
    </div>
  );
}
