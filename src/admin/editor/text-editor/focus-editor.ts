import type { Editor } from '@tiptap/core';

/** Focuses the editor and keeps its selection; `focus()` of the element would move the cursor to the start. */
export function focusEditor(editor: Editor): HTMLElement {
  editor.view.focus();
  return editor.view.dom;
}
