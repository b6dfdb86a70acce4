import { mergeAttributes, Node } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { isPictureAddress } from './addresses.ts';

/**
 * A picture of its own, between paragraphs. `alt` is null until somebody has said what it shows or that it is
 * decoration (''), which is what makes the difference to those who do not see it.
 */
export const PictureNode = Image.extend({
  parseHTML() {
    return [
      {
        tag: 'img[src]',
        getAttrs: (element) => (isPictureAddress(element.getAttribute('src') ?? '') ? null : false),
      },
    ];
  },

  // The markdown notation would make pictures that nobody has described.
  addInputRules() {
    return [];
  },
});

/** A picture with a caption under it. */
export const FigureNode = Node.create({
  name: 'figure',
  group: 'block',
  content: 'image caption',
  isolating: true,
  defining: true,

  parseHTML() {
    // Without a picture it is only a frame around what is in it.
    return [
      { tag: 'figure', getAttrs: (element) => (element.querySelector('img[src]') === null ? false : null) },
    ];
  },

  renderHTML({ HTMLAttributes }) {
    return ['figure', mergeAttributes(HTMLAttributes), 0];
  },
});

export const CaptionNode = Node.create({
  name: 'caption',
  content: 'inline*',
  marks: 'bold italic underline strike link ink tint code',

  parseHTML() {
    return [{ tag: 'figcaption' }];
  },

  renderHTML({ HTMLAttributes }) {
    return ['figcaption', mergeAttributes(HTMLAttributes), 0];
  },

  addKeyboardShortcuts() {
    return {
      // A caption is one paragraph; what follows it stands under the figure.
      Enter: ({ editor }) => {
        const { $from } = editor.state.selection;
        if ($from.parent.type.name !== this.name) return false;
        return editor
          .chain()
          .insertContentAt($from.after($from.depth - 1), { type: 'paragraph' })
          .focus($from.after($from.depth - 1) + 1)
          .run();
      },
    };
  },
});
