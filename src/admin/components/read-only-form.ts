import { createContext } from 'react';

/**
 * Whether the fields around it cannot be changed, because they are being sent. They are not disabled, which would take away
 * the focus.
 */
export const ReadOnlyFormContext = createContext(false);
