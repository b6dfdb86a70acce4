import { counted } from '#ui/counted.ts';
import { shortMoment } from '../../parts/dates.ts';
import type { RevisionSummary } from '../newsroom.ts';

interface RevisionEntryProps {
  readonly revision: RevisionSummary;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
}

export function RevisionEntry({ revision, isCurrent, onChoose }: RevisionEntryProps) {
  const { revision: number, title, is_draft: isDraft, word_count: words, restored_from: from } = revision;
  return (
    <li className="revision">
      <div>
        <p className="revision-name">
          <strong>Revision {number}</strong>
          <span className={isDraft ? 'status status-draft' : 'status'}>
            {isDraft ? 'Draft' : 'Published'}
          </span>
          {isCurrent && <span className="text-muted">this one is open</span>}
          {from !== null && <span className="text-muted">restored from revision {from}</span>}
        </p>
        <p className="revision-title">{title}</p>
        <p className="revision-facts">
          {shortMoment(revision.saved_at)} · {revision.saved_by_name ?? 'Unknown'} · {counted(words, 'word')}
        </p>
      </div>
      <button
        type="button"
        className="button button-quiet button-small"
        aria-label={`Compare revision ${number}`}
        onClick={onChoose}
      >
        Compare
      </button>
    </li>
  );
}
