import { Plugin, PluginKey, type EditorState } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import type { Editor } from '@tiptap/core';

type PlaceholderChange = { readonly add: string; readonly at: number } | { readonly remove: string };

const key = new PluginKey<DecorationSet>('uploadPlaceholders');

/** Shows a placeholder where a picture is being uploaded, and maps its position through later edits. */
export function uploadPlaceholders(): Plugin<DecorationSet> {
  return new Plugin({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, placeholders) {
        const moved = placeholders.map(tr.mapping, tr.doc);
        const change = tr.getMeta(key) as PlaceholderChange | undefined;
        if (change === undefined) return moved;
        if ('remove' in change)
          return moved.remove(moved.find(undefined, undefined, ({ id }) => id === change.remove));
        return moved.add(tr.doc, [Decoration.widget(change.at, createPlaceholder, { id: change.add })]);
      },
    },
    props: { decorations: (state) => key.getState(state) },
  });
}

function createPlaceholder(): HTMLElement {
  const element = document.createElement('span');
  element.className = 'upload-placeholder';
  element.textContent = 'Uploading picture…';
  return element;
}

export function addPlaceholder(editor: Editor, id: string, at: number): void {
  editor.view.dispatch(editor.state.tr.setMeta(key, { add: id, at }));
}

export function removePlaceholder(editor: Editor, id: string): void {
  editor.view.dispatch(editor.state.tr.setMeta(key, { remove: id }));
}

/** Current position of a placeholder; null if the text around it was deleted. */
export function findPlaceholder(state: EditorState, id: string): number | null {
  const placeholders = key.getState(state)?.find(undefined, undefined, (spec) => spec['id'] === id) ?? [];
  return placeholders[0]?.from ?? null;
}
