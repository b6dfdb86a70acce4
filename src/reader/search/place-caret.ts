import { SEARCH_FIELD } from './search-paths.ts';

/**
 * Places the caret in the search field when it gets the focus. WebKit focuses a field that is the target of a link without a
 * caret, and what is typed is lost. Setting the selection that the field has already changes nothing in other browsers.
 */
export function placeCaret(target: EventTarget | null): void {
  if (target instanceof HTMLInputElement && target.id === SEARCH_FIELD)
    target.setSelectionRange(
      target.selectionStart,
      target.selectionEnd,
      target.selectionDirection ?? undefined,
    );
}
