import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';

interface Described {
  readonly src: string;
  /** Null when nobody has said yet what it shows; empty for decoration. */
  readonly alt: string | null;
  readonly hasCaption: boolean;
}

export function pictureAt(editor: Editor, position: number): Described | null {
  const node = editor.state.doc.nodeAt(position);
  if (node?.type.name !== 'image') return null;
  const { src, alt } = node.attrs;
  return { src: String(src), alt: alt as string | null, hasCaption: isInFigure(editor, position) };
}

/** Says what a picture shows, and puts it into a figure with a caption or takes it out of one. */
export function describePicture(
  editor: Editor,
  position: number,
  { alt, hasCaption }: Pick<Described, 'hasCaption'> & { readonly alt: string },
): void {
  const { state } = editor;
  const { image, figure, caption, paragraph } = state.schema.nodes;
  const node = state.doc.nodeAt(position);
  if (node === null || node.type !== image || !figure || !caption || !paragraph) return;
  const described = node.type.create({ ...node.attrs, alt });
  const tr = state.tr;
  if (hasCaption === isInFigure(editor, position)) tr.setNodeAttribute(position, 'alt', alt);
  else if (hasCaption)
    tr.replaceWith(position, position + 1, figure.create(null, [described, caption.create()]));
  else {
    const around = state.doc.resolve(position);
    const text = around.parent.child(1).content;
    const rest: Node[] = text.size > 0 ? [described, paragraph.create(null, text)] : [described];
    tr.replaceWith(around.before(), around.after(), rest);
  }
  editor.view.dispatch(tr);
}

export function removePicture(editor: Editor, position: number): void {
  const around = editor.state.doc.resolve(position);
  const [from, to] = isInFigure(editor, position)
    ? [around.before(), around.after()]
    : [position, position + 1];
  editor.commands.deleteRange({ from, to });
}

/** Where the pictures stand of which nobody has said what they show. */
export function undescribedPictures(editor: Editor): number[] {
  const found: number[] = [];
  editor.state.doc.descendants(({ type, attrs }, position) => {
    if (type.name === 'image' && attrs['alt'] === null) found.push(position);
  });
  return found;
}

function isInFigure(editor: Editor, position: number): boolean {
  return editor.state.doc.resolve(position).parent.type.name === 'figure';
}
