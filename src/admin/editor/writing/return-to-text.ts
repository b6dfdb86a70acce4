import type { Editor } from '@tiptap/core';

/** Puts the focus back into the text, at the words where it was; an element's own `focus` would start at the beginning. */
export function returnToText(editor: Editor): HTMLElement {
  editor.view.focus();
  return editor.view.dom;
}
