import { RotateCw, X } from 'lucide-react';
import { useStore } from '../store.ts';
import type { Uploads } from './uploads.ts';

/** Pictures on their way, each with its progress, and those that did not get there. */
export function UploadList({ uploads }: { readonly uploads: Uploads }) {
  const list = useStore(uploads.store);
  if (list.length === 0) return null;
  return (
    <ul className="upload-list" aria-label="Pictures being uploaded">
      {list.map(({ id, name, share, failure }) => (
        <li key={id} className="upload">
          <span className="upload-name">{name}</span>
          {failure === null ? (
            <progress value={share} aria-label={`Uploading ${name}`} />
          ) : (
            <span className="field-error" role="alert">
              {failure}
            </span>
          )}
          {failure !== null && (
            <button
              type="button"
              className="icon-button"
              aria-label={`Try to upload ${name} again`}
              onClick={() => uploads.retry(id)}
            >
              <RotateCw size={16} aria-hidden="true" />
            </button>
          )}
          <button
            type="button"
            className="icon-button"
            aria-label={failure === null ? `Cancel uploading ${name}` : `Remove ${name} from the list`}
            onClick={() => uploads.cancel(id)}
          >
            <X size={16} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
