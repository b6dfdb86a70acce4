import { createContext } from 'react';

/** Whether the fields inside are read-only, because they are being sent. They are not disabled, which would take away the focus. */
export const ReadOnlyFormContext = createContext(false);
