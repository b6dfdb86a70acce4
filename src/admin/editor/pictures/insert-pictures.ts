import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { moveBehind } from '../writing/formats/picture-selection.ts';
import { addPlace, findPlace, removePlace } from './places.ts';
import type { Uploads } from './uploads.ts';

/** Sends picture files and puts them into the text, each where it was asked for. `onInserted` gets its position. */
export function insertPictures(
  editor: Editor,
  uploads: Uploads,
  files: readonly File[],
  at: number,
  onInserted: (position: number) => void,
): void {
  for (const file of files) {
    uploads.start(file, {
      onStart: (id) => addPlace(editor, id, at),
      onCancel: (id) => !editor.isDestroyed && removePlace(editor, id),
      onDone({ url, width, height }, id) {
        if (editor.isDestroyed) return;
        const place = findPlace(editor.state, id) ?? editor.state.selection.to;
        removePlace(editor, id);
        const position = insertPicture(editor, place, { src: url, width, height });
        if (position !== null) onInserted(position);
      },
    });
  }
}

/** Puts a picture at a place and gives back its position. The caret goes behind it unless somebody writes elsewhere. */
function insertPicture(editor: Editor, place: number, attributes: Readonly<Record<string, unknown>>) {
  const { schema, selection } = editor.state;
  const tr = closeHistory(editor.state.tr);
  const picture = schema.nodes['image']?.create(attributes);
  if (picture === undefined) return null;
  tr.replaceRangeWith(place, place, picture);
  const position = positionOf(tr.doc, picture);
  if (position !== null && selection.empty && selection.from === place) moveBehind(tr, position);
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
