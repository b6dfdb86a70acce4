import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { isPicture } from './picture.ts';

/** Adds an accessible name to pictures without a description, for screen readers. */
export const UndescribedPictures = Extension.create({
  name: 'undescribedPictures',

  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          decorations({ doc }) {
            const decorations: Decoration[] = [];
            doc.descendants((node, position) => {
              if (!isPicture(node) || node.attrs['alt'] !== null) return;
              decorations.push(
                Decoration.node(position, position + node.nodeSize, {
                  'aria-label': 'Picture without a description',
                }),
              );
            });
            return DecorationSet.create(doc, decorations);
          },
        },
      }),
    ];
  },
});
