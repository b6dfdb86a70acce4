import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { isPicture } from './picture.ts';

/** Names the pictures in the editor that have no name of their own yet, for those who hear them only. */
export const UndescribedPictures = Extension.create({
  name: 'undescribedPictures',

  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          decorations({ doc }) {
            const named: Decoration[] = [];
            doc.descendants((node, position) => {
              if (!isPicture(node) || node.attrs['alt'] !== null) return;
              named.push(
                Decoration.node(position, position + node.nodeSize, {
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
