import { Extension } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { NodeSelection, Plugin, Selection, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { movePicture } from '../move-picture.ts';
import { isPicture } from './picture.ts';

/** Moves the cursor after the picture at this position: into the following text block or a new paragraph. */
export function moveCursorAfter(tr: Transaction, position: number): Transaction {
  const after = position + (tr.doc.nodeAt(position)?.nodeSize ?? 0);
  if (tr.doc.nodeAt(after)?.isTextblock !== true || isPicture(tr.doc.nodeAt(after)))
    tr.insert(after, tr.doc.type.schema.nodes['paragraph']?.create() ?? []);
  return tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView();
}

/** As `moveCursorAfter`, but also after the pictures that follow directly, so that nothing is inserted between them. */
export function moveCursorAfterAdjacent(tr: Transaction, position: number): Transaction {
  const after = position + (tr.doc.nodeAt(position)?.nodeSize ?? 0);
  return isPicture(tr.doc.nodeAt(after)) ? moveCursorAfterAdjacent(tr, after) : moveCursorAfter(tr, position);
}

/**
 * Inserts text typed or pasted while a picture is selected after the picture. ProseMirror would replace the picture,
 * which is selected by every click on it. Delete and Backspace still remove it.
 */
export const PictureSelection = Extension.create({
  name: 'pictureSelection',

  // With a selected node, browsers do not move the cursor to the start or the end of the text.
  addKeyboardShortcuts() {
    return {
      'Mod-Home': ({ editor }) => leavePicture(editor.view, Selection.atStart(editor.state.doc)),
      'Mod-End': ({ editor }) => leavePicture(editor.view, Selection.atEnd(editor.state.doc)),
      'Alt-Shift-ArrowUp': ({ editor }) => movePicture(editor, 'up'),
      'Alt-Shift-ArrowDown': ({ editor }) => movePicture(editor, 'down'),
    };
  },

  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          handleTextInput(view, _from, _to, text) {
            if (!deselectPicture(view)) return false;
            view.dispatch(view.state.tr.insertText(text));
            return true;
          },
          handlePaste(view) {
            deselectPicture(view);
            return false;
          },
          handleClickOn: (view, _position, _node, _nodePosition, event) => selectFigure(view, event),
          handleDOMEvents: {
            // Before ProseMirror prepares the drag of the selected node.
            mousedown(view, event) {
              selectFigure(view, event);
              return false;
            },
            // So that undoing it undoes nothing that was typed just before.
            drop(view) {
              view.dispatch(closeHistory(view.state.tr));
              return false;
            },
            compositionstart(view) {
              deselectPicture(view);
              return false;
            },
          },
        },
      }),
    ];
  },
});

function selectedPicture(view: EditorView): NodeSelection | null {
  const { selection } = view.state;
  return selection instanceof NodeSelection && isPicture(selection.node) ? selection : null;
}

function leavePicture(view: EditorView, target: Selection): boolean {
  if (selectedPicture(view) === null) return false;
  view.dispatch(view.state.tr.setSelection(target).scrollIntoView());
  return true;
}

function deselectPicture(view: EditorView): boolean {
  const picture = selectedPicture(view);
  if (picture === null) return false;
  view.dispatch(moveCursorAfter(view.state.tr, picture.from));
  return true;
}

/**
 * Selects a figure on a click on its image and returns whether it did. The image is not a separate node, so a click would put the
 * cursor into the caption, and dragging the image would move nothing or an image without its caption.
 */
function selectFigure(view: EditorView, { target, button }: MouseEvent): boolean {
  if (button !== 0 || !(target instanceof HTMLImageElement) || target.closest('figure') === null)
    return false;
  const figure = view.state.doc.resolve(view.posAtDOM(target, 0));
  if (figure.parent.type.name !== 'figure') return false;
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, figure.before())));
  view.focus();
  return true;
}
