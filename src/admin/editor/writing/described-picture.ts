import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { TextSelection, type Transaction } from '@tiptap/pm/state';
import { isPicture } from './formats/picture.ts';
import { moveBehind } from './formats/picture-selection.ts';

interface Described {
  readonly src: string;
  /** Null when nobody has said yet what it shows; empty for decoration. */
  readonly alt: string | null;
  readonly hasCaption: boolean;
}

export function pictureAt(editor: Editor, position: number): Described | null {
  const node = editor.state.doc.nodeAt(position);
  if (node === null || !isPicture(node)) return null;
  const { src, alt } = node.attrs;
  return { src: String(src), alt: alt as string | null, hasCaption: node.type.name === 'figure' };
}

/**
 * Says what a picture shows, and gives it a caption or turns its caption into a paragraph. The caret goes into a new
 * caption, else behind the picture: a picture that stays selected would be replaced by the next key.
 */
export function describePicture(
  editor: Editor,
  position: number,
  { alt, hasCaption }: Pick<Described, 'hasCaption'> & { readonly alt: string },
): void {
  const { schema } = editor.state;
  // A step of its own: undoing what follows within half a second must not take the picture along.
  const tr = closeHistory(editor.state.tr);
  const { image, figure, paragraph } = schema.nodes;
  const node = tr.doc.nodeAt(position);
  if (node === null || !isPicture(node) || !image || !figure || !paragraph) return;
  const attributes = { ...node.attrs, alt };
  if (hasCaption === (node.type === figure)) tr.setNodeAttribute(position, 'alt', alt);
  else if (hasCaption) return addCaption(editor, tr, position, figure.create(attributes));
  else {
    const caption: Node[] = node.childCount > 0 ? [paragraph.create(null, node.content)] : [];
    tr.replaceWith(position, position + node.nodeSize, [image.create(attributes), ...caption]);
  }
  editor.view.dispatch(moveBehind(tr, position));
}

function addCaption(editor: Editor, tr: Transaction, position: number, figure: Node): void {
  tr.replaceWith(position, position + 1, figure);
  editor.view.dispatch(tr.setSelection(TextSelection.create(tr.doc, position + 1)));
}

export function removePicture(editor: Editor, position: number): void {
  const node = editor.state.doc.nodeAt(position);
  if (node !== null && isPicture(node))
    editor.commands.deleteRange({ from: position, to: position + node.nodeSize });
}

/** Selects the first of them, and scrolls to it. Without one the text gets the focus. */
export function selectUndescribedPicture(editor: Editor): void {
  const [first] = undescribedPictures(editor);
  if (first !== undefined) editor.commands.setNodeSelection(first);
  // The whole picture: ProseMirror scrolls only as far as its edge comes into view.
  const picture = first === undefined ? null : editor.view.nodeDOM(first);
  editor.view.focus();
  if (picture instanceof Element) picture.scrollIntoView({ block: 'center' });
}

/** Where the pictures stand of which nobody has said what they show. */
export function undescribedPictures(editor: Editor): number[] {
  const found: number[] = [];
  editor.state.doc.descendants((node, position) => {
    if (isPicture(node) && node.attrs['alt'] === null) found.push(position);
  });
  return found;
}
