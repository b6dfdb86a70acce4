import { X } from 'lucide-react';

export const PASTE_INCOMPLETE = 'Some pasted content was not kept';

interface PasteNoticeProps {
  readonly messages: readonly string[];
  readonly onDismiss: () => void;
}

/** Lists pasted content that was not kept, until dismissed. */
export function PasteNotice({ messages, onDismiss }: PasteNoticeProps) {
  return (
    <div role="status">
      {messages.length > 0 && (
        <div className="paste-notice">
          <p>{PASTE_INCOMPLETE}</p>
          <ul>
            {messages.map((message) => (
              <li key={message}>{message}</li>
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
