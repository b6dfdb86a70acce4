import { Extension } from '@tiptap/core';
import { NodeSelection, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { isPicture } from './picture.ts';

/** Puts the caret behind the picture at this position, into the text that follows or into a new paragraph. */
export function moveBehind(tr: Transaction, position: number): Transaction {
  const after = position + (tr.doc.nodeAt(position)?.nodeSize ?? 0);
  if (tr.doc.nodeAt(after)?.isTextblock !== true || isPicture(tr.doc.nodeAt(after)))
    tr.insert(after, tr.doc.type.schema.nodes['paragraph']?.create() ?? []);
  return tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView();
}

/**
 * What is typed or pasted while a picture is selected goes behind it. ProseMirror would put it in the picture's place,
 * and a picture is selected after every click on it. Delete and Backspace still remove it.
 */
export const PictureSelection = Extension.create({
  name: 'pictureSelection',

  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          handleTextInput(view, _from, _to, text) {
            if (!leaveSelectedPicture(view)) return false;
            view.dispatch(view.state.tr.insertText(text));
            return true;
          },
          handlePaste(view) {
            leaveSelectedPicture(view);
            return false;
          },
          handleDOMEvents: {
            mousedown: selectFigure,
            compositionstart(view) {
              leaveSelectedPicture(view);
              return false;
            },
          },
        },
      }),
    ];
  },
});

function leaveSelectedPicture(view: EditorView): boolean {
  const { selection, tr } = view.state;
  if (!(selection instanceof NodeSelection) || !isPicture(selection.node)) return false;
  view.dispatch(moveBehind(tr, selection.from));
  return true;
}

/** The image of a figure is no node of its own: left to the browser, a click on it puts the caret into the caption. */
function selectFigure(view: EditorView, event: MouseEvent): boolean {
  const { target, button } = event;
  if (button !== 0 || !(target instanceof HTMLImageElement) || target.closest('figure') === null)
    return false;
  const position = view.posAtDOM(target, 0);
  const figure = view.state.doc.resolve(position);
  if (figure.parent.type.name !== 'figure') return false;
  event.preventDefault();
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, figure.before())));
  view.focus();
  return true;
}
