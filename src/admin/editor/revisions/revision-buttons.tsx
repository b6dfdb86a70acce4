import { ArrowLeft } from 'lucide-react';

interface RevisionButtonsProps {
  readonly restoreLabel: string;
  readonly isLoaded: boolean;
  readonly onBack: () => void;
  readonly onRestore: () => void;
}

/** The buttons above a revision: back to the list, and restore. */
export function RevisionButtons({ restoreLabel, isLoaded, onBack, onRestore }: RevisionButtonsProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <button type="button" className="button button-plain button-small" onClick={onBack}>
        <ArrowLeft size={16} aria-hidden="true" />
        All revisions
      </button>
      <button type="button" className="button button-small" disabled={!isLoaded} onClick={onRestore}>
        {restoreLabel}
      </button>
    </div>
  );
}
