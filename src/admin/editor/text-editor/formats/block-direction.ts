import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/**
 * Sets `dir="auto"` on each top-level block, as the reader page does (body.server.ts). A decoration, so that the
 * direction is not saved.
 */
export const BlockDirection = Extension.create({
  name: 'blockDirection',

  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          decorations({ doc }) {
            const blocks: Decoration[] = [];
            doc.forEach((node, position) => {
              if (node.type.spec.code === true || node.isAtom) return;
              blocks.push(Decoration.node(position, position + node.nodeSize, { dir: 'auto' }));
            });
            return DecorationSet.create(doc, blocks);
          },
        },
      }),
    ];
  },
});
