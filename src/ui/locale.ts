import { createContext, useContext } from 'react';

/** The locale of the document, as far as it is known: BCP 47. */
export const LocaleContext = createContext<string | null>(null);

/**
 * The locale in which dates and numbers are written. The server provides it for each document. In the browser it is the
 * language of the document, so that islands need no property for it.
 */
export function useLocale(): string {
  const provided = useContext(LocaleContext);
  return provided ?? ((typeof document === 'undefined' ? '' : document.documentElement.lang) || 'en');
}
