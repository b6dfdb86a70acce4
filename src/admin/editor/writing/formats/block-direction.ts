import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/**
 * Each outermost block takes its direction from its first letter, as on the page (body.server.ts). A decoration: the
 * direction is not a part of what is saved.
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
