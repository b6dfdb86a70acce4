import { expiryError } from '#domain/articles/home-picks/home-pick.ts';
import { titleOrUntitled } from '#domain/articles/untitled.ts';
import { Dialog } from '../components/dialog.tsx';
import { ScheduleForm } from '../editor/schedule/schedule-form.tsx';
import type { PickValues } from './home-picks-values.ts';

interface ExpiryDialogProps {
  readonly pick: PickValues;
  readonly onClose: () => void;
  /** Null: until it is removed. */
  readonly onChange: (expiresAt: string | null) => void;
}

/** Asks when a picked article leaves the home page. */
export function ExpiryDialog({ pick, onClose, onChange }: ExpiryDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Expiry"
      description={<bdi>{titleOrUntitled(pick.title)}</bdi>}
      footer={
        <div className="dialog-buttons">
          {pick.expiresAt !== null && (
            <button type="button" className="button button-secondary" onClick={() => onChange(null)}>
              Until removed
            </button>
          )}
          <button type="submit" form="home-pick-expiry" className="button">
            Set expiry
          </button>
        </div>
      }
    >
      <ScheduleForm
        id="home-pick-expiry"
        scheduledAt={pick.expiresAt === null ? null : new Date(pick.expiresAt)}
        errorOf={expiryError}
        failure={undefined}
        onSchedule={(at) => onChange(at.toISOString())}
      />
    </Dialog>
  );
}
