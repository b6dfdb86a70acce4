import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { TextSelection, type Transaction } from '@tiptap/pm/state';
import { isPicture } from './formats/picture.ts';
import { moveCursorAfterAdjacent } from './formats/picture-selection.ts';

interface PictureDescription {
  readonly src: string;
  /** Null if not described yet; empty for a decorative picture. */
  readonly alt: string | null;
  readonly hasCaption: boolean;
  /** URL of the page that the picture links to; null without a link. */
  readonly href: string | null;
}

export function pictureAt(editor: Editor, position: number): PictureDescription | null {
  const node = editor.state.doc.nodeAt(position);
  if (node === null || !isPicture(node)) return null;
  const { src, alt, href } = node.attrs;
  return {
    src: String(src),
    alt: alt as string | null,
    hasCaption: node.type.name === 'figure',
    href: href as string | null,
  };
}

/**
 * Sets the alt text and the link of a picture, and adds a caption or turns it into a paragraph. Moves the cursor into a new caption,
 * otherwise after the picture: the next key would replace a selected picture.
 */
export function describePicture(
  editor: Editor,
  position: number,
  { alt, hasCaption, href }: Omit<PictureDescription, 'src'> & { readonly alt: string },
): void {
  const { schema } = editor.state;
  // Starts a new undo step: ProseMirror merges changes within 500 ms, and undo must not remove the picture as well.
  const tr = closeHistory(editor.state.tr);
  const { image, figure, paragraph } = schema.nodes;
  const node = tr.doc.nodeAt(position);
  if (node === null || !isPicture(node) || !image || !figure || !paragraph) return;
  const attributes = { ...node.attrs, alt, href };
  if (hasCaption === (node.type === figure)) tr.setNodeMarkup(position, null, attributes);
  else if (hasCaption) return addCaption(editor, tr, position, figure.create(attributes));
  else {
    const caption: Node[] = node.childCount > 0 ? [paragraph.create(null, node.content)] : [];
    tr.replaceWith(position, position + node.nodeSize, [image.create(attributes), ...caption]);
  }
  editor.view.dispatch(moveCursorAfterAdjacent(tr, position));
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

/** Selects the first picture without a description and scrolls to it. Without one, focuses the text. */
export function selectUndescribedPicture(editor: Editor): void {
  const [first] = undescribedPictures(editor);
  if (first !== undefined) editor.commands.setNodeSelection(first);
  // ProseMirror scrolls only until the edge of the picture is visible.
  const picture = first === undefined ? null : editor.view.nodeDOM(first);
  editor.view.focus();
  if (picture instanceof Element) picture.scrollIntoView({ block: 'center' });
}

/** Positions of pictures without a description. */
export function undescribedPictures(editor: Editor): number[] {
  const found: number[] = [];
  editor.state.doc.descendants((node, position) => {
    if (isPicture(node) && node.attrs['alt'] === null) found.push(position);
  });
  return found;
}
