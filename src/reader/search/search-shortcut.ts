import { isShortcutOn } from './search-storage.ts';
import { SEARCH_FIELD, SEARCH_PATH } from './search-paths.ts';

/** `/` focuses the search field, or opens the search page with the focus in it. */
export function openSearchOnSlash(event: KeyboardEvent): void {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (isTyping(event.target) || !isShortcutOn()) return;
  event.preventDefault();
  const field = document.getElementById(SEARCH_FIELD);
  if (field === null) location.assign(`${SEARCH_PATH}#${SEARCH_FIELD}`);
  else field.focus();
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
