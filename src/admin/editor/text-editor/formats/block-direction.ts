import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/**
 * Sets `dir="auto"` on each top-level block, as the reader page does (body.server.ts), unless the text has a language and
 * so a direction. A decoration, so that the direction is not saved.
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
            if (typeof attributes === 'object' && 'dir' in attributes) return null;
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
