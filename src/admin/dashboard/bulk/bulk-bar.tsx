import { X } from 'lucide-react';
import { usePermissions } from '../../session/access.ts';
import { articleCount, BULK_ACTIONS, type BulkAction } from './bulk-actions.ts';
import type { Selection } from './use-selection.ts';

interface BulkBarProps {
  readonly selection: Selection;
  /** In the trash articles can only be restored. */
  readonly isTrash: boolean;
  readonly onAction: (action: BulkAction) => void;
}

const IN_TRASH: readonly BulkAction[] = ['restore'];
const ELSEWHERE = (Object.keys(BULK_ACTIONS) as BulkAction[]).filter((action) => !IN_TRASH.includes(action));

/** What can be done with the selected articles. The count is announced, so its element is always there. */
export function BulkBar({ selection, isTrash, onAction }: BulkBarProps) {
  const can = usePermissions();
  const count = selection.selected.length;
  const actions = (isTrash ? IN_TRASH : ELSEWHERE).filter((action) => can(BULK_ACTIONS[action].needs));
  return (
    <div className="bulk-bar" data-empty={count === 0}>
      <p role="status">{count === 0 ? '' : `${articleCount(count)} selected`}</p>
      {count > 0 && (
        <div role="group" aria-label="Selected articles">
          {actions.map((action) => {
            const { label, Icon, isDangerous } = BULK_ACTIONS[action];
            return (
              <button
                key={action}
                type="button"
                className={`button button-secondary button-small${isDangerous ? ' button-warning' : ''}`}
                onClick={() => onAction(action)}
              >
                <Icon size={15} aria-hidden="true" />
                {label}
              </button>
            );
          })}
          <button type="button" className="button button-plain button-small" onClick={selection.clear}>
            <X size={15} aria-hidden="true" />
            Clear selection
          </button>
        </div>
      )}
    </div>
  );
}
