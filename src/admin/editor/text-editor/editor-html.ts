import type { Editor } from '@tiptap/core';
import { trimEmptyParagraphs } from '../draft/compare-html.ts';

/** The HTML to store, without the empty trailing paragraph that the editor adds. */
export function editorHtml(editor: Editor): string {
  return trimEmptyParagraphs(editor.getHTML());
}
