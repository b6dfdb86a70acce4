import type { Editor } from '@tiptap/core';
import { NodeSelection, Selection } from '@tiptap/pm/state';
import { isPicture } from './formats/picture.ts';

/**
 * Puts the cursor at the beginning of an outermost block, or selects the picture or divider, and scrolls to it. Focuses the text as
 * it is for null, and for a block that is not there any more.
 */
export function selectBlock(editor: Editor, index: number | null): void {
  const { doc, tr } = editor.state;
  editor.view.focus();
  if (index === null || index >= doc.childCount) return;
  let position = 0;
  for (let before = 0; before < index; before++) position += doc.child(before).nodeSize;
  const block = doc.child(index);
  const selection =
    block.isAtom || isPicture(block)
      ? NodeSelection.create(doc, position)
      : Selection.near(doc.resolve(position + 1));
  editor.view.dispatch(tr.setSelection(selection));
  const element = editor.view.nodeDOM(position);
  if (element instanceof Element) element.scrollIntoView({ block: 'center' });
}
