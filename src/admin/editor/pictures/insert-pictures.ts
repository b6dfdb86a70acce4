import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import type { EditorState } from '@tiptap/pm/state';
import { insertPoint } from '@tiptap/pm/transform';
import { moveCursorAfter } from '../text-editor/formats/picture-selection.ts';
import { awaitPicture, forgetPicture, openWhenReached } from '../text-editor/picture-queue.ts';
import {
  addPlaceholder,
  findPlaceholder,
  markPlaceholder,
  removePlaceholder,
  replacePlaceholder,
} from './upload-placeholders.ts';
import type { Uploads } from './uploads.ts';

/**
 * Uploads picture files and inserts them at position `at`, mapped through later edits, in the order of the files. The dialog of each
 * opens in turn, unless the user has gone on writing: a dialog would take the words that are being typed. The status bar of the editor
 * offers to describe those pictures.
 */
export function insertPictures(editor: Editor, uploads: Uploads, files: readonly File[], at: number): void {
  const textBefore = editor.state.doc.textContent;
  for (const file of files) {
    uploads.start(file, {
      onStart(id) {
        addPlaceholder(editor, id, at);
        awaitPicture(editor, id);
      },
      onFailure(id) {
        if (!editor.isDestroyed) markPlaceholder(editor, id, true);
      },
      onRetry(id) {
        if (!editor.isDestroyed) markPlaceholder(editor, id, false);
      },
      onCancel(id) {
        if (editor.isDestroyed) return;
        removePlaceholder(editor, id);
        forgetPicture(editor, id);
      },
      onDone({ url, width, height }, id) {
        if (editor.isDestroyed) return;
        const isWriting = editor.state.doc.textContent !== textBefore;
        const position = insertPicture(editor, id, { src: url, width, height }, { movesCursor: !isWriting });
        if (position === null || isWriting) forgetPicture(editor, id);
        else openWhenReached(editor, id, position);
      },
    });
  }
}

/**
 * Where a picture is inserted that is dropped at position `at`. Text is not divided: the picture comes before or after its block, at
 * the nearer end that accepts one.
 */
export function dropPosition({ doc, schema }: EditorState, at: number): number {
  const position = doc.resolve(at);
  const { parent, parentOffset } = position;
  const picture = schema.nodes['image'];
  if (!parent.isTextblock || parent.content.size === 0 || picture === undefined) return at;
  // An end of the block, not the place beside it: a placeholder there stays at the block when the user continues its text.
  const isAccepted = (end: number) => insertPoint(doc, end, picture) !== null;
  const ends = [position.start(), position.end()];
  if (parentOffset > parent.content.size / 2) ends.reverse();
  return ends.find(isAccepted) ?? at;
}

/** Inserts a picture in place of its placeholder and returns its position. `movesCursor` from the insertion point to after it. */
function insertPicture(
  editor: Editor,
  id: string,
  attributes: Readonly<Record<string, unknown>>,
  { movesCursor }: { readonly movesCursor: boolean },
): number | null {
  const { schema, selection } = editor.state;
  const insertAt = findPlaceholder(editor.state, id) ?? selection.to;
  const tr = closeHistory(editor.state.tr);
  const picture = schema.nodes['image']?.create(attributes);
  if (picture === undefined) return null;
  tr.replaceRangeWith(insertAt, insertAt, picture);
  const position = positionOf(tr.doc, picture);
  replacePlaceholder(tr, id, position === null ? insertAt : position + picture.nodeSize);
  if (movesCursor && position !== null && selection.empty && selection.from === insertAt)
    moveCursorAfter(tr, position);
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
