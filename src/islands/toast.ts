export interface ToastMessage {
  readonly title: string;
  readonly description?: string;
  /** Default `info`. */
  readonly kind?: 'info' | 'success' | 'error';
  /** A toast replaces the open ones of its topic, which no longer hold: a failure after which a second attempt succeeds. */
  readonly topic?: 'comment' | 'contact';
}

declare global {
  interface DocumentEventMap {
    'meridian:toast': CustomEvent<ToastMessage>;
  }
}

export const TOAST_EVENT = 'meridian:toast';

/** Shows a toast. Islands are separate React roots that share only the document, so the message is a DOM event. */
export function toast(message: ToastMessage): void {
  document.dispatchEvent(new CustomEvent(TOAST_EVENT, { detail: message }));
}
