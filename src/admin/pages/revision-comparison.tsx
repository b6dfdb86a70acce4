import { LoadFailure } from '../components/load-failure.tsx';
import { Spinner } from '../components/spinner.tsx';
import { LineComparison } from '../editor/revisions/line-comparison.tsx';
import { RevisionButtons } from '../editor/revisions/revision-buttons.tsx';

interface RevisionComparisonProps {
  readonly revision: number;
  /** The lines of the revision; undefined until it is loaded. */
  readonly before: readonly string[] | undefined;
  /** The lines of the form. */
  readonly after: readonly string[];
  readonly isFailed: boolean;
  readonly onRetry: () => void;
  readonly onBack: () => void;
  readonly onRestore: () => void;
}

/** Changes since a revision, with a button that puts it into the form. Nothing is saved by that. */
export function RevisionComparison({
  revision,
  before,
  after,
  isFailed,
  onRetry,
  onBack,
  onRestore,
}: RevisionComparisonProps) {
  return (
    <div className="grid gap-4">
      <RevisionButtons
        restoreLabel={`Restore revision ${revision} into the form`}
        isLoaded={before !== undefined}
        onBack={onBack}
        onRestore={onRestore}
      />
      <p className="comparison-legend">
        From revision {revision} to the form: <del>removed</del> <ins>added</ins>
      </p>
      {before !== undefined ? (
        <LineComparison before={before} after={after} label={`From revision ${revision} to the form`} />
      ) : isFailed ? (
        <LoadFailure text="Failed to load revision" onRetry={onRetry} />
      ) : (
        <Spinner label="Loading revision..." />
      )}
    </div>
  );
}
