import type { Editor } from '@tiptap/core';

/** What is stored: without the empty paragraph an editor keeps at the end for the next word. */
export function contentOf(editor: Editor): string {
  return editor.getHTML().replace(/(?:<p><\/p>)+$/, '');
}
