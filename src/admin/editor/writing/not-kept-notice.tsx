import { X } from 'lucide-react';

export const NOT_KEPT = 'Not everything could be pasted as it was';

interface NotKeptNoticeProps {
  readonly sentences: readonly string[];
  readonly onDismiss: () => void;
}

/** Says what of a paste is not in the text, until it is dismissed. */
export function NotKeptNotice({ sentences, onDismiss }: NotKeptNoticeProps) {
  return (
    <div role="status">
      {sentences.length > 0 && (
        <div className="not-kept">
          <p>{NOT_KEPT}</p>
          <ul>
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <button type="button" className="icon-button" aria-label="Dismiss notice" onClick={onDismiss}>
            <X size={16} aria-hidden="true" />
          </button>
        </div>
      )}
    </div>
  );
}
