import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state';
import { isPicture } from './formats/picture.ts';

export type MoveDirection = 'up' | 'down';

/** Position of the selected picture, or of the picture whose caption has the cursor. */
export function activePicture({ selection }: EditorState): number | null {
  if (selection instanceof NodeSelection) return isPicture(selection.node) ? selection.from : null;
  const { $from, $to } = selection;
  return isPicture($from.parent) && $from.sameParent($to) ? $from.before() : null;
}

export function canMovePicture(state: EditorState, direction: MoveDirection): boolean {
  const position = activePicture(state);
  return position !== null && targetOf(state.doc, position, direction) !== null;
}

/**
 * Moves the active picture over the block before or after it, and out of a quotation or list at its first or last block. Returns
 * whether there is an active picture.
 */
export function movePicture({ state, view }: Editor, direction: MoveDirection): boolean {
  const position = activePicture(state);
  const picture = position === null ? null : state.doc.nodeAt(position);
  if (position === null || picture === null) return false;
  const target = targetOf(state.doc, position, direction);
  if (target === null) return true;
  const tr = closeHistory(state.tr).insert(target, picture);
  const from = tr.mapping.map(position);
  // Also deletes a quotation that contained nothing else.
  tr.deleteRange(from, from + picture.nodeSize);
  const moved = tr.mapping.slice(1).map(target);
  view.dispatch(selectMoved(tr, state, moved - position).scrollIntoView());
  return true;
}

/** Selects what was selected, at its new position. */
function selectMoved(tr: Transaction, { selection }: EditorState, by: number): Transaction {
  const { anchor, head } = selection;
  return tr.setSelection(
    selection instanceof NodeSelection
      ? NodeSelection.create(tr.doc, anchor + by)
      : TextSelection.create(tr.doc, anchor + by, head + by),
  );
}

/** The nearest position in this direction that accepts the picture; null if there is none. */
function targetOf(doc: Node, position: number, direction: MoveDirection): number | null {
  const $position = doc.resolve(position);
  const picture = $position.nodeAfter;
  if (picture === null) return null;
  for (let { depth } = $position; depth >= 0; depth--) {
    const parent = $position.node(depth);
    // Of the picture, and farther out of the block around it.
    const index = $position.index(depth);
    const passed = depth === $position.depth ? 1 : 0;
    const target = direction === 'up' ? index - passed : index + 1 + passed;
    if (target < 0 || target > parent.childCount) continue;
    if (direction === 'down' && depth === 0 && followsOnlyEmptyParagraph(parent, target)) return null;
    if (parent.canReplaceWith(target, target, picture.type)) return $position.posAtIndex(target, depth);
  }
  return null;
}

/** The editor ends a text with a paragraph, and would add another one after each move over it. */
function followsOnlyEmptyParagraph(doc: Node, target: number): boolean {
  const { childCount, lastChild } = doc;
  return target === childCount && lastChild?.type.name === 'paragraph' && lastChild.content.size === 0;
}
