import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { moveCursorAfter } from '../text-editor/formats/picture-selection.ts';
import { addPlaceholder, findPlaceholder, removePlaceholder } from './upload-placeholders.ts';
import type { Uploads } from './uploads.ts';

/** Uploads picture files and inserts each at position `at`, mapped through later edits. Calls `onInserted` with its position. */
export function insertPictures(
  editor: Editor,
  uploads: Uploads,
  files: readonly File[],
  at: number,
  onInserted: (position: number) => void,
): void {
  for (const file of files) {
    uploads.start(file, {
      onStart: (id) => addPlaceholder(editor, id, at),
      onCancel: (id) => !editor.isDestroyed && removePlaceholder(editor, id),
      onDone({ url, width, height }, id) {
        if (editor.isDestroyed) return;
        const insertAt = findPlaceholder(editor.state, id) ?? editor.state.selection.to;
        removePlaceholder(editor, id);
        const position = insertPicture(editor, insertAt, { src: url, width, height });
        if (position !== null) onInserted(position);
      },
    });
  }
}

/** Inserts a picture and returns its position. Moves the cursor after it if the cursor was at the insertion point. */
function insertPicture(editor: Editor, insertAt: number, attributes: Readonly<Record<string, unknown>>) {
  const { schema, selection } = editor.state;
  const tr = closeHistory(editor.state.tr);
  const picture = schema.nodes['image']?.create(attributes);
  if (picture === undefined) return null;
  tr.replaceRangeWith(insertAt, insertAt, picture);
  const position = positionOf(tr.doc, picture);
  if (position !== null && selection.empty && selection.from === insertAt) moveCursorAfter(tr, position);
  editor.view.dispatch(tr);
  return position === null ? null : positionOf(editor.state.doc, picture);
}

function positionOf(doc: Node, picture: Node): number | null {
  let found: number | null = null;
  doc.descendants((node, position) => {
    if (node === picture) found = position;
    return found === null;
  });
  return found;
}
