import { Plugin, PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import type { Editor } from '@tiptap/core';

interface Placeholder {
  readonly id: string;
  readonly at: number;
}

/** In the order in which the uploads were started. */
type Placeholders = readonly Placeholder[];

type PlaceholderChange =
  | { readonly add: Placeholder }
  | { readonly remove: string }
  /** `end`: position after the inserted picture. */
  | { readonly replace: string; readonly end: number };

const key = new PluginKey<Placeholders>('uploadPlaceholders');

/** Shows a placeholder where a picture is being uploaded, and maps its position through later edits. */
export function uploadPlaceholders(): Plugin<Placeholders> {
  return new Plugin<Placeholders>({
    key,
    state: {
      init: () => [],
      apply(tr, placeholders) {
        const change = tr.getMeta(key) as PlaceholderChange | undefined;
        if (change === undefined) return mapPlaceholders(placeholders, tr);
        if ('add' in change) return [...mapPlaceholders(placeholders, tr), change.add];
        if ('remove' in change)
          return mapPlaceholders(placeholders, tr).filter(({ id }) => id !== change.remove);
        return mapAroundPicture(placeholders, tr, change);
      },
    },
    props: {
      decorations(state) {
        const placeholders = key.getState(state) ?? [];
        return DecorationSet.create(
          state.doc,
          placeholders.map(({ id, at }) => Decoration.widget(at, createPlaceholder, { key: id })),
        );
      },
    },
  });
}

/** Drops placeholders whose surrounding text was deleted. */
function mapPlaceholders(placeholders: Placeholders, { mapping }: Transaction): Placeholders {
  return placeholders.flatMap(({ id, at }) => {
    const { pos, deleted } = mapping.mapResult(at);
    return deleted ? [] : [{ id, at: pos }];
  });
}

/** Keeps pictures that were added at one position in the order of their files, whichever upload ends first. */
function mapAroundPicture(
  placeholders: Placeholders,
  { mapping }: Transaction,
  { replace, end }: { readonly replace: string; readonly end: number },
): Placeholders {
  const index = placeholders.findIndex(({ id }) => id === replace);
  const replacedAt = placeholders[index]?.at;
  const place = (at: number, other: number): number => {
    if (at !== replacedAt) return mapping.map(at);
    return other < index ? mapping.map(at, -1) : end;
  };
  return placeholders
    .map(({ id, at }, other) => ({ id, at: place(at, other) }))
    .filter(({ id }) => id !== replace);
}

function createPlaceholder(): HTMLElement {
  const element = document.createElement('span');
  element.className = 'upload-placeholder';
  element.textContent = 'Uploading picture…';
  return element;
}

export function addPlaceholder(editor: Editor, id: string, at: number): void {
  changePlaceholders(editor.state.tr, { add: { id, at } }, editor);
}

export function removePlaceholder(editor: Editor, id: string): void {
  changePlaceholders(editor.state.tr, { remove: id }, editor);
}

/** Makes the transaction that inserts a picture remove its placeholder. */
export function replacePlaceholder(tr: Transaction, id: string, end: number): void {
  tr.setMeta(key, { replace: id, end } satisfies PlaceholderChange);
}

function changePlaceholders(tr: Transaction, change: PlaceholderChange, { view }: Editor): void {
  view.dispatch(tr.setMeta(key, change));
}

/** Current position of a placeholder; null if the text around it was deleted. */
export function findPlaceholder(state: EditorState, id: string): number | null {
  return key.getState(state)?.find((placeholder) => placeholder.id === id)?.at ?? null;
}
