import { type Attributes, mergeAttributes, Node } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { isPictureAddress } from './addresses.ts';

/** Attributes of the image element; both nodes carry the same. `src` has no default: no picture exists without one. */
const IMAGE_ATTRIBUTES: Attributes = {
  src: { isRequired: true },
  alt: { default: null },
  title: { default: null },
  width: { default: null },
  height: { default: null },
};

/**
 * A picture of its own, between paragraphs. `alt` is null until somebody has said what it shows or that it is
 * decoration (''), which is what makes the difference to those who do not see it.
 */
export const PictureNode = Image.extend({
  addAttributes: () => IMAGE_ATTRIBUTES,

  parseHTML() {
    return [{ tag: 'img[src]', getAttrs: (element) => (isUsable(element) ? null : false) }];
  },

  // The markdown notation would make pictures that nobody has described.
  addInputRules() {
    return [];
  },
});

/**
 * A picture with a caption under it. One node, whose content is the caption: a figure of several nodes could lose its
 * picture while the caption stays, and the schema would then fill in an image without an address.
 */
export const FigureNode = Node.create({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  marks: 'bold italic underline strike link ink tint code',
  isolating: true,
  defining: true,

  addAttributes: () =>
    Object.fromEntries(
      Object.entries(IMAGE_ATTRIBUTES).map(([name, attribute]) => [
        name,
        { ...attribute, parseHTML: (element: HTMLElement) => imageIn(element)?.getAttribute(name) ?? null },
      ]),
    ),

  parseHTML() {
    return [
      {
        tag: 'figure',
        // Without a picture it is only a frame around what is in it.
        getAttrs: (element) => (isUsable(imageIn(element)) ? null : false),
        contentElement: (element) =>
          element.querySelector('figcaption') ?? document.createElement('figcaption'),
      },
    ];
  },

  renderHTML({ HTMLAttributes }) {
    return ['figure', ['img', mergeAttributes(HTMLAttributes)], ['figcaption', 0]];
  },

  addKeyboardShortcuts() {
    return {
      // A caption is one paragraph; what follows it stands under the figure.
      Enter: ({ editor }) => {
        const { $from } = editor.state.selection;
        if ($from.parent.type.name !== this.name) return false;
        return editor
          .chain()
          .insertContentAt($from.after(), { type: 'paragraph' })
          .focus($from.after() + 1)
          .run();
      },
    };
  },
});

/** Whether a node is a picture, with or without a caption. */
export function isPicture(node: DocumentNode | null): boolean {
  return node !== null && (node.type.name === 'image' || node.type.name === 'figure');
}

function imageIn(figure: HTMLElement): HTMLImageElement | null {
  return figure.querySelector('img[src]');
}

function isUsable(image: HTMLElement | null): boolean {
  return isPictureAddress(image?.getAttribute('src') ?? '');
}
