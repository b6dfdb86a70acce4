import { Extension } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import {
  addDirections,
  blockDirection,
  countDirections,
  type Direction,
  type DirectionCounts,
} from '#domain/articles/block-direction.ts';

/**
 * Shows each block in the direction in which readers see it (`addBlockDirections`). A decoration, so that the direction is
 * not saved.
 */
export const BlockDirection = Extension.create({
  name: 'blockDirection',

  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin({
        props: {
          decorations({ doc }) {
            const { attributes } = editor.options.editorProps;
            const base = typeof attributes === 'object' ? directionOf(attributes['dir']) : undefined;
            const { ltr, rtl } = countsOf(doc);
            // Without words from right to left, all blocks have the direction of the page.
            if (rtl === 0 && (base !== 'rtl' || ltr === 0)) return null;
            const blocks: Decoration[] = [];
            addBlocks(blocks, doc, { start: 0, base, inherited: base });
            return DecorationSet.create(doc, blocks);
          },
        },
      }),
    ];
  },
});

const directionOf = (value: string | undefined): Direction | undefined =>
  value === 'rtl' || value === 'ltr' ? value : undefined;

interface Place {
  /** Position of the content of the parent. */
  readonly start: number;
  readonly base: Direction | undefined;
  readonly inherited: Direction | undefined;
}

function addBlocks(blocks: Decoration[], parent: DocumentNode, { start, base, inherited }: Place): void {
  parent.forEach((node, offset) => {
    if (!node.isBlock || node.isAtom) return;
    const position = start + offset;
    const direction = isCode(node) ? 'ltr' : (blockDirection(countsOf(node), base) ?? inherited);
    if (direction !== undefined && direction !== inherited)
      blocks.push(Decoration.node(position, position + node.nodeSize, { dir: direction }));
    if (!node.isTextblock) addBlocks(blocks, node, { start: position + 1, base, inherited: direction });
  });
}

/** A node never changes, so that a transaction counts only the words of the blocks that it replaces. */
const knownCounts = new WeakMap<DocumentNode, DirectionCounts>();

function countsOf(node: DocumentNode): DirectionCounts {
  if (node.isText) return countDirections(node.text ?? '');
  const known = knownCounts.get(node);
  if (known !== undefined) return known;
  let counts: DirectionCounts = { ltr: 0, rtl: 0 };
  if (!isCode(node))
    node.forEach((child) => {
      counts = addDirections(counts, countsOf(child));
    });
  knownCounts.set(node, counts);
  return counts;
}

const isCode = (node: DocumentNode) => node.type.spec.code === true;
