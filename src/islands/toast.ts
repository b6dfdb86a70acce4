export interface ToastMessage {
  readonly title: string;
  readonly description?: string;
  /** Default `info`. */
  readonly kind?: 'info' | 'success' | 'error';
}

declare global {
  interface DocumentEventMap {
    'meridian:toast': CustomEvent<ToastMessage>;
  }
}

export const TOAST = 'meridian:toast';

/** Shows a short message in the corner. Islands share nothing but the document, so it is an event. */
export function toast(message: ToastMessage): void {
  document.dispatchEvent(new CustomEvent(TOAST, { detail: message }));
}
