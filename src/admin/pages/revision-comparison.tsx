import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { LoadFailure } from '../components/load-failure.tsx';
import { Spinner } from '../components/spinner.tsx';
import { LineComparison } from '../editor/revisions/line-comparison.tsx';
import { RevisionButtons } from '../editor/revisions/revision-buttons.tsx';

interface RevisionComparisonProps<Found, Values> {
  readonly revision: number;
  readonly query: UseQueryResult<Found>;
  readonly valuesOf: (found: Found) => Values;
  /** The present values of the form. */
  readonly values: Values;
  /** What is compared. */
  readonly linesOf: (values: Values) => readonly string[];
  readonly onBack: () => void;
  readonly onRestore: (restored: Values) => void;
}

/** Changes since a revision, with a button that puts it into the form. Nothing is saved by that. */
export function RevisionComparison<Found, Values>(props: RevisionComparisonProps<Found, Values>) {
  const { revision, query, valuesOf, values, linesOf, onBack, onRestore } = props;
  const restored = useMemo(() => query.data && valuesOf(query.data), [query.data, valuesOf]);
  const before = useMemo(() => restored && linesOf(restored), [restored, linesOf]);
  const after = useMemo(() => linesOf(values), [values, linesOf]);
  return (
    <div className="grid gap-4">
      <RevisionButtons
        restoreLabel={`Restore revision ${revision} into the form`}
        isLoaded={before !== undefined}
        onBack={onBack}
        onRestore={() => restored && onRestore(restored)}
      />
      <p className="comparison-legend">
        From revision {revision} to the form: <del>removed</del> <ins>added</ins>
      </p>
      {before !== undefined ? (
        <LineComparison before={before} after={after} label={`From revision ${revision} to the form`} />
      ) : query.isError ? (
        <LoadFailure text="Failed to load revision" onRetry={() => void query.refetch()} />
      ) : (
        <Spinner label="Loading revision..." />
      )}
    </div>
  );
}
