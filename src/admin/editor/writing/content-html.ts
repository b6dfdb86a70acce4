import type { Editor } from '@tiptap/core';
import { withoutEmptyEnd } from '../draft/html.ts';

/** What is stored: without the empty paragraph an editor keeps at the end for the next word. */
export function contentOf(editor: Editor): string {
  return withoutEmptyEnd(editor.getHTML());
}
