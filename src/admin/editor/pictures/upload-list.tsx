import { RotateCw, X } from 'lucide-react';
import { useStore } from '../store.ts';
import type { Uploads } from './uploads.ts';

interface UploadListProps {
  readonly uploads: Uploads;
  /** Whether an upload is shown in another place, by its id. */
  readonly isShownElsewhere?: (id: string) => boolean;
}

const nowhereElse = () => false;

/** Uploads in progress and failed uploads. */
export function UploadList({ uploads, isShownElsewhere = nowhereElse }: UploadListProps) {
  const list = useStore(uploads.store).filter(({ id }) => !isShownElsewhere(id));
  if (list.length === 0) return null;
  return (
    <ul className="upload-list" aria-label="Pictures being uploaded">
      {list.map(({ id, name, progress, error, confirmLabel }) => (
        <li key={id} className="upload">
          <span className="upload-name">{name}</span>
          {error === null ? (
            <progress value={progress} aria-label={`Uploading ${name}`} />
          ) : (
            <span className="field-error" role="alert">
              {error}
            </span>
          )}
          {confirmLabel !== null && (
            <button
              type="button"
              className="button button-secondary button-small"
              onClick={() => uploads.retry(id)}
            >
              {confirmLabel}
            </button>
          )}
          {error !== null && confirmLabel === null && (
            <button
              type="button"
              className="icon-button"
              aria-label={`Retry uploading ${name}`}
              onClick={() => uploads.retry(id)}
            >
              <RotateCw size={16} aria-hidden="true" />
            </button>
          )}
          <button
            type="button"
            className="icon-button"
            aria-label={error === null ? `Cancel uploading ${name}` : `Remove ${name} from the list`}
            onClick={() => uploads.cancel(id)}
          >
            <X size={16} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
