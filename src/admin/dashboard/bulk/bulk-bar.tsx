import { SelectionBar } from '../../components/selection-bar.tsx';
import type { Selection } from '../../components/use-selection.ts';
import { usePermissions } from '../../session/access.ts';
import type { ListedArticle } from '../article-queries.ts';
import { BULK_ACTIONS, type BulkAction } from './bulk-actions.ts';

interface BulkBarProps {
  readonly selection: Selection<ListedArticle>;
  /** In the trash articles can only be restored. */
  readonly isTrash: boolean;
  readonly onAction: (action: BulkAction) => void;
}

const IN_TRASH: readonly BulkAction[] = ['restore'];
const ELSEWHERE = (Object.keys(BULK_ACTIONS) as BulkAction[]).filter((action) => !IN_TRASH.includes(action));

/** What can be done with the selected articles. */
export function BulkBar({ selection, isTrash, onAction }: BulkBarProps) {
  const can = usePermissions();
  const actions = (isTrash ? IN_TRASH : ELSEWHERE).filter((action) => can(BULK_ACTIONS[action].needs));
  return (
    <SelectionBar selection={selection} noun="article">
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
    </SelectionBar>
  );
}
