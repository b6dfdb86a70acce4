import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, type EditorState, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import type { Editor } from '@tiptap/core';
import { createPlaceholderView, type PlaceholderView } from './upload-placeholder-view.ts';
import type { Uploads } from './uploads.ts';

interface Placeholder {
  readonly id: string;
  /** What is typed at this position is after the picture. */
  readonly at: number;
  /** Whether the picture is inserted after the text block, however much is typed at its end in the meantime. */
  readonly isAfterBlock: boolean;
  /** Whether the upload has failed and waits for the user. */
  readonly isFailed: boolean;
}

/** In the order in which the uploads were started. */
type Placeholders = readonly Placeholder[];

type PlaceholderChange =
  | { readonly add: string; readonly at: number }
  | { readonly remove: string }
  | { readonly update: string; readonly isFailed: boolean }
  /** `end`: position after the inserted picture. */
  | { readonly replace: string; readonly end: number };

const key = new PluginKey<Placeholders>('uploadPlaceholders');

/** Shows a placeholder where a picture is being uploaded, and maps its position through later edits. */
export function uploadPlaceholders(uploads: Uploads): Plugin<Placeholders> {
  const views = new WeakMap<globalThis.Node, PlaceholderView>();
  const createWidget = (id: string) => {
    const view = createPlaceholderView(uploads, id);
    views.set(view.dom, view);
    return view.dom;
  };
  return new Plugin<Placeholders>({
    key,
    state: {
      init: () => [],
      apply(tr, placeholders) {
        const change = tr.getMeta(key) as PlaceholderChange | undefined;
        if (change === undefined) return mapPlaceholders(placeholders, tr);
        if ('add' in change)
          return [...mapPlaceholders(placeholders, tr), createPlaceholder(tr.doc, change.add, change.at)];
        if ('remove' in change)
          return mapPlaceholders(placeholders, tr).filter(({ id }) => id !== change.remove);
        if ('update' in change)
          return mapPlaceholders(placeholders, tr).map((placeholder) =>
            placeholder.id === change.update ? { ...placeholder, isFailed: change.isFailed } : placeholder,
          );
        return mapAroundPicture(placeholders, tr, change);
      },
    },
    props: {
      decorations(state) {
        const placeholders = key.getState(state) ?? [];
        return DecorationSet.create(
          state.doc,
          placeholders.map((placeholder) =>
            Decoration.widget(widgetPosition(state.doc, placeholder), () => createWidget(placeholder.id), {
              key: `${placeholder.id}${placeholder.isFailed ? ' failed' : ''}`,
              // What is typed is after the widget.
              side: -1,
              // It has buttons.
              stopEvent: () => true,
              ignoreSelection: true,
              destroy: (node) => views.get(node)?.destroy(),
            }),
          ),
        );
      },
    },
  });
}

function createPlaceholder(doc: Node, id: string, at: number): Placeholder {
  const { parent, parentOffset } = doc.resolve(at);
  const isAfterBlock = parent.isTextblock && parent.content.size > 0 && parentOffset === parent.content.size;
  return { id, at, isAfterBlock, isFailed: false };
}

/** Where the picture is inserted. */
function insertPosition(doc: Node, { at, isAfterBlock }: Placeholder): number {
  const resolved = doc.resolve(at);
  return isAfterBlock && resolved.parent.isTextblock ? resolved.end() : at;
}

/** Outside an empty line: browsers do not write where a widget is all that the line has. */
function widgetPosition(doc: Node, placeholder: Placeholder): number {
  const position = doc.resolve(insertPosition(doc, placeholder));
  const { parent, parentOffset } = position;
  if (!parent.isTextblock) return position.pos;
  if (parentOffset === 0) return position.before();
  return parentOffset === parent.content.size ? position.after() : position.pos;
}

/** Drops placeholders whose surrounding text was deleted. */
function mapPlaceholders(placeholders: Placeholders, { mapping }: Transaction): Placeholders {
  return placeholders.flatMap((placeholder) => {
    const { pos, deletedAcross } = mapping.mapResult(placeholder.at, -1);
    return deletedAcross ? [] : [{ ...placeholder, at: pos }];
  });
}

/** Keeps pictures that were added at one position in the order of their files, whichever upload ends first. */
function mapAroundPicture(
  placeholders: Placeholders,
  { mapping, before }: Transaction,
  { replace, end }: { readonly replace: string; readonly end: number },
): Placeholders {
  const index = placeholders.findIndex(({ id }) => id === replace);
  const replaced = placeholders[index];
  const insertedAt = replaced === undefined ? null : insertPosition(before, replaced);
  return placeholders
    .map((placeholder, other) => {
      const isLater = other > index && insertPosition(before, placeholder) === insertedAt;
      return { ...placeholder, at: isLater ? end : mapping.map(placeholder.at, -1) };
    })
    .filter(({ id }) => id !== replace);
}

export function addPlaceholder(editor: Editor, id: string, at: number): void {
  changePlaceholders(editor.state.tr, { add: id, at }, editor);
}

export function removePlaceholder(editor: Editor, id: string): void {
  changePlaceholders(editor.state.tr, { remove: id }, editor);
}

export function markPlaceholder(editor: Editor, id: string, isFailed: boolean): void {
  changePlaceholders(editor.state.tr, { update: id, isFailed }, editor);
}

/** Makes the transaction that inserts a picture remove its placeholder. */
export function replacePlaceholder(tr: Transaction, id: string, end: number): void {
  tr.setMeta(key, { replace: id, end } satisfies PlaceholderChange);
}

function changePlaceholders(tr: Transaction, change: PlaceholderChange, { view }: Editor): void {
  view.dispatch(tr.setMeta(key, change));
}

/** Where the picture of a placeholder is inserted; null if the text around it was deleted. */
export function findPlaceholder(state: EditorState, id: string): number | null {
  const found = key.getState(state)?.find((placeholder) => placeholder.id === id);
  return found === undefined ? null : insertPosition(state.doc, found);
}

/** The ids of the uploads that have a placeholder in the text. */
export const placedUploads = (state: EditorState): readonly string[] =>
  (key.getState(state) ?? []).map(({ id }) => id);
