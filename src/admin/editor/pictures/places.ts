import { Plugin, PluginKey, type EditorState } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import type { Editor } from '@tiptap/core';

type PlaceChange = { readonly add: string; readonly at: number } | { readonly remove: string };

const key = new PluginKey<DecorationSet>('uploadPlaces');

/** Remembers where in the text a picture is to go while it is being sent, however the text moves meanwhile. */
export function uploadPlaces(): Plugin<DecorationSet> {
  return new Plugin({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, places) {
        const moved = places.map(tr.mapping, tr.doc);
        const change = tr.getMeta(key) as PlaceChange | undefined;
        if (change === undefined) return moved;
        if ('remove' in change)
          return moved.remove(moved.find(undefined, undefined, ({ id }) => id === change.remove));
        return moved.add(tr.doc, [Decoration.widget(change.at, marker, { id: change.add })]);
      },
    },
    props: { decorations: (state) => key.getState(state) },
  });
}

function marker(): HTMLElement {
  const element = document.createElement('span');
  element.className = 'upload-place';
  element.textContent = 'Uploading picture…';
  return element;
}

export function addPlace(editor: Editor, id: string, at: number): void {
  editor.view.dispatch(editor.state.tr.setMeta(key, { add: id, at }));
}

export function removePlace(editor: Editor, id: string): void {
  editor.view.dispatch(editor.state.tr.setMeta(key, { remove: id }));
}

/** Null when the text around it has been deleted. */
export function findPlace(state: EditorState, id: string): number | null {
  const places = key.getState(state)?.find(undefined, undefined, (spec) => spec['id'] === id) ?? [];
  return places[0]?.from ?? null;
}
