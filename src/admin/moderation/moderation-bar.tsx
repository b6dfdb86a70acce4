import type { CommentState } from '#domain/comments/comment.ts';
import { SelectionBar } from '../components/selection-bar.tsx';
import { PageCheckbox } from '../components/selection-checkbox.tsx';
import type { Selection } from '../components/use-selection.ts';
import { DECISIONS, decisionsFor } from './decisions.ts';
import type { ModeratedComment } from './moderation-queries.ts';
import type { Decision } from './use-moderate-comments.ts';

interface ModerationBarProps {
  readonly state: CommentState;
  readonly selection: Selection<ModeratedComment>;
  readonly isBusy: boolean;
  readonly onDecide: (decision: Decision) => void;
}

/** Selects the comments of the page, and decides about those that are selected. */
export function ModerationBar({ state, selection, isBusy, onDecide }: ModerationBarProps) {
  return (
    <>
      <div className="moderated-page">
        <PageCheckbox selection={selection} label="Select all on this page" />
      </div>
      <SelectionBar selection={selection} noun="comment">
        {decisionsFor(state).map((decision) => {
          const { label, Icon } = DECISIONS[decision];
          return (
            <button
              key={decision}
              type="button"
              className={`button button-secondary button-small${decision === 'delete' ? ' button-warning' : ''}`}
              disabled={isBusy}
              onClick={() => onDecide(decision)}
            >
              <Icon size={15} aria-hidden="true" />
              {label}
            </button>
          );
        })}
      </SelectionBar>
    </>
  );
}
