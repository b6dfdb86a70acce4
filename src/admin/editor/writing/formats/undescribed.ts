import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/** Names the pictures in the editor that have no name of their own yet, for those who hear them only. */
export const UndescribedPictures = Extension.create({
  name: 'undescribedPictures',

  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          decorations({ doc }) {
            const named: Decoration[] = [];
            doc.descendants(({ type, attrs, nodeSize }, position) => {
              if (type.name !== 'image' || attrs['alt'] !== null) return;
              named.push(
                Decoration.node(position, position + nodeSize, {
                  'aria-label': 'Picture without a description',
                }),
              );
            });
            return DecorationSet.create(doc, named);
          },
        },
      }),
    ];
  },
});
