import { SEARCH_FIELD } from './search-paths.ts';

/**
 * Places the caret in the empty search field when it gets the focus. WebKit focuses a field that is the target of a link without
 * a caret, and what is typed is lost. Not in a field with text, of which browsers select all for the Tab key.
 */
export function placeCaret(target: EventTarget | null): void {
  if (target instanceof HTMLInputElement && target.id === SEARCH_FIELD && target.value === '')
    target.setSelectionRange(0, 0);
}
