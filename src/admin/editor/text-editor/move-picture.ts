import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state';
import { isPicture } from './formats/picture.ts';

/** Meta of a transaction: where it has moved a picture, or why it has not, for screen readers. */
const MOVE_RESULT = 'pictureMoveResult';
/** The text before a picture is announced up to this length. */
const MAX_ANNOUNCED_LENGTH = 40;

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
  if (target === null) {
    const edge = direction === 'up' ? 'beginning' : 'end';
    view.dispatch(state.tr.setMeta(MOVE_RESULT, `The picture is at the ${edge} of the text`));
    return true;
  }
  const tr = closeHistory(state.tr).insert(target, picture);
  const from = tr.mapping.map(position);
  // Also deletes a quotation that contained nothing else.
  tr.deleteRange(from, from + picture.nodeSize);
  const moved = tr.mapping.slice(1).map(target);
  tr.setMeta(MOVE_RESULT, describePosition(tr.doc, moved));
  view.dispatch(selectMoved(tr, state, moved - position).scrollIntoView());
  return true;
}

/** What a transaction of `movePicture` has done, for an `Announcement`; null for other transactions. */
export function moveResult(tr: Transaction): string | null {
  const result: unknown = tr.getMeta(MOVE_RESULT);
  return typeof result === 'string' ? result : null;
}

/** Names the block of the text that a picture is or is in, and the end of the text before it. */
function describePosition(doc: Node, position: number): string {
  const block = `The picture is now in block ${doc.resolve(position).index(0) + 1} of ${doc.childCount}`;
  const before = doc.textBetween(0, position, '\n', leafText);
  const last = before.trimEnd().split('\n').at(-1) ?? '';
  if (last === '') return `${block}, at the beginning`;
  return `${block}, after “${last.length > MAX_ANNOUNCED_LENGTH ? `…${last.slice(-MAX_ANNOUNCED_LENGTH)}` : last}”`;
}

/** What stands for a node without text in the text before a picture. */
function leafText(node: Node): string {
  if (isPicture(node)) return 'a picture';
  return node.isBlock ? 'a divider' : ' ';
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
