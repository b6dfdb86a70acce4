import { Dialog } from '../../components/dialog.tsx';
import { articleCount } from './bulk-actions.ts';
import type { Rejection } from './use-apply-changes.ts';

interface RejectionsDialogProps {
  /** None: closed. */
  readonly rejections: readonly Rejection[];
  readonly onClose: () => void;
  readonly finalFocus: () => HTMLElement | null;
}

/** The articles that were not changed, each with the reason. */
export function RejectionsDialog({ rejections, onClose, finalFocus }: RejectionsDialogProps) {
  return (
    <Dialog
      isOpen={rejections.length > 0}
      onClose={onClose}
      title={`${articleCount(rejections.length)} could not be changed`}
      finalFocus={finalFocus}
    >
      <ul className="rejections">
        {rejections.map(({ id, title, reason }) => (
          <li key={id}>
            <strong>
              <bdi>{title ?? 'A deleted article'}</bdi>
            </strong>
            <p>{reason}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
