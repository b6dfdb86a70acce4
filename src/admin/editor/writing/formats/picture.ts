import { type Attributes, mergeAttributes, Node } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { pictureAddress } from './addresses.ts';

/** Stands in the text while the server fetches a picture of another site. */
const PENDING = '/placeholder.svg';

const plain = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => imageIn(element)?.getAttribute(name) ?? null,
});

/**
 * Attributes of the image element; both nodes carry the same. `src` has no default: no picture exists without one. It is
 * never an address of another site; such a one is in `remote` until the picture is in the store.
 */
const IMAGE_ATTRIBUTES: Attributes = {
  src: { isRequired: true, parseHTML: (element) => sourcesOf(element)?.src },
  remote: {
    default: null,
    parseHTML: (element) => sourcesOf(element)?.remote ?? null,
    renderHTML: ({ remote }) => (remote === null ? {} : { 'data-remote': String(remote) }),
  },
  alt: plain('alt'),
  title: plain('title'),
  width: plain('width'),
  height: plain('height'),
};

/**
 * A picture of its own, between paragraphs. `alt` is null until somebody has said what it shows or that it is
 * decoration (''), which is what makes the difference to those who do not see it.
 */
export const PictureNode = Image.extend({
  addAttributes: () => IMAGE_ATTRIBUTES,

  parseHTML() {
    return [{ tag: 'img[src]', getAttrs: (element) => (sourcesOf(element) === null ? false : null) }];
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
  marks: 'bold italic underline strike subscript superscript link ink tint code',
  isolating: true,
  defining: true,

  addAttributes: () => IMAGE_ATTRIBUTES,

  parseHTML() {
    return [
      {
        tag: 'figure',
        // Without a picture it is only a frame around what is in it.
        getAttrs: (element) => (sourcesOf(element) === null ? false : null),
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

/** The image itself, or the one of a figure. */
function imageIn(element: HTMLElement): HTMLElement | null {
  return element.localName === 'img' ? element : element.querySelector('img[src]');
}

/** Null for an element without a picture that could be in an article. */
function sourcesOf(element: HTMLElement): { readonly src: string; readonly remote: string | null } | null {
  const image = imageIn(element);
  const pending = pictureAddress(image?.getAttribute('data-remote') ?? '', location.origin);
  const found =
    pending?.kind === 'remote' ? pending : pictureAddress(image?.getAttribute('src') ?? '', location.origin);
  if (found === null) return null;
  return found.kind === 'own'
    ? { src: found.address, remote: null }
    : { src: PENDING, remote: found.address };
}
