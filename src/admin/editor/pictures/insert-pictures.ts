import type { Editor } from '@tiptap/core';
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
        editor.commands.insertContentAt(place, { type: 'image', attrs: { src: url, width, height } });
        const position = positionOf(editor, url);
        if (position !== null) onInserted(position);
      },
    });
  }
}

function positionOf(editor: Editor, url: string): number | null {
  let found: number | null = null;
  editor.state.doc.descendants((node, position) => {
    if (node.type.name === 'image' && node.attrs['src'] === url && node.attrs['alt'] === null)
      found ??= position;
    return found === null;
  });
  return found;
}
