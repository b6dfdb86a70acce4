import type { RefObject } from 'react';

/** Whether a dialog is open, and what happens when it closes. */
export interface DialogControl {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Gets the focus when the dialog closes; by default the previously focused element. `false`: the focus is elsewhere already. */
  readonly finalFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null | false);
}
