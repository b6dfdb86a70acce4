import { titleOrUntitled } from '#domain/articles/untitled.ts';
import { formatCount } from '#ui/format-count.ts';
import { shortDateTime } from '../../components/dates.ts';
import { StateBadge } from '../../components/state-badge.tsx';
import type { RevisionSummary } from '../articles-api.ts';

interface RevisionEntryProps {
  /** Pages have no word count, and nothing that is saved for later, and the About page no title. */
  readonly revision: Omit<RevisionSummary, 'word_count' | 'is_pending' | 'title'> &
    Partial<Pick<RevisionSummary, 'word_count' | 'is_pending' | 'title'>>;
  readonly isCurrent: boolean;
  readonly onCompare: () => void;
}

export function RevisionEntry({ revision, isCurrent, onCompare }: RevisionEntryProps) {
  const { revision: number, title, is_draft: isDraft, word_count: words, restored_from: from } = revision;
  return (
    <li className="revision">
      <div>
        <p className="revision-name">
          <strong>Revision {number}</strong>
          {revision.is_pending === true ? (
            <span className="status status-changed">Saved for later</span>
          ) : (
            <StateBadge state={isDraft ? 'draft' : 'published'} />
          )}
          {isCurrent && <span className="text-muted">current</span>}
          {from !== null && <span className="text-muted">restored from revision {from}</span>}
        </p>
        {title !== undefined && <p className="revision-title">{titleOrUntitled(title)}</p>}
        <p className="revision-meta">
          {shortDateTime(revision.saved_at)} · {revision.saved_by_name ?? 'Unknown'}
          {words !== undefined && ` · ${formatCount(words, 'word')}`}
        </p>
      </div>
      <button
        type="button"
        className="button button-secondary button-small"
        aria-label={`Compare revision ${number}`}
        onClick={onCompare}
      >
        Compare
      </button>
    </li>
  );
}
